package planner_test

import (
	"testing"

	"github.com/keyplan/keyplan/planner"
)

// daintree is the shop of the tutorial.
func daintree() *shop {
	s := newShop()
	s.entity("category c# = category_id:string | name:string parent?=category.category_id")
	s.entity("product p# = category_id=category.category_id, product_id:string | top_category!=category.category_id title:string price:decimal stock:int")
	s.entity("customer u# = customer_id:string | email:string name:string created_at:time!")
	s.entity("basket b# = customer_id=customer.customer_id, basket_id | created_at:time!")
	s.entity("basket_item bi# = customer_id=customer.customer_id, basket_id=basket.basket_id, product_id=product.product_id | title:string quantity:int")
	s.entity("order o# = customer_id=customer.customer_id, order_id | placed_at:time! status:enum total:decimal")
	s.entity("order_line ol# = customer_id=customer.customer_id, order_id=order.order_id, line:int | product_id=product.product_id title:string placed_at:time!")
	s.entity("payment py# = order_id=order.order_id, payment_id | amount:decimal paid_at:time!")
	s.entity("invoice i# = order_id=order.order_id, invoice_id | number:string")
	s.pattern("products_of_category: product | equals category_id")
	s.pattern("subcategories: category | equals parent | sort name")
	s.pattern("orders_of_customer: order | equals customer_id | range placed_at | descending")
	s.pattern("payments_of_order: payment | equals order_id | sort paid_at")
	s.pattern("get_order: order | equals customer_id, order_id")
	s.pattern("items_of_basket: basket_item | equals customer_id, basket_id")
	s.pattern("bought_by_customer: order_line | equals customer_id | sort placed_at | descending")
	s.pattern("customer_by_email: customer | equals email")
	s.pattern("products_by_title: product | range title | shards")
	s.pattern("products_of_top_category: product | equals top_category | sort title")
	s.pattern("customer_page: customer, basket, order | equals customer_id")
	s.pattern("lines_of_order: order_line | equals order_id | sort line")
	s.pattern("order_page: order, order_line, payment | equals order_id")
	s.pattern("get_product: product | equals category_id, product_id")
	s.pattern("get_customer: customer | equals customer_id")
	s.pattern("get_category: category | equals category_id")
	return s
}

func TestShopNeedsTwoIndexes(t *testing.T) {
	s := daintree()
	l, diags := planner.Plan(s.m, s.patterns, planner.Options{})
	if diags.HasErrors() {
		t.Fatal(texts(diags))
	}
	if l.Minimum.GlobalIndexes != 2 || !l.Minimum.Proved {
		t.Errorf("%s", show(l))
	}
}
