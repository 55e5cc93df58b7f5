package gorepo

import "testing"

func TestIdentifiers(t *testing.T) {
	for in, want := range map[string]string{
		"customer_id": "CustomerID", "id": "ID", "ids": "IDs", "url_of_api": "URLOfAPI", "a1_b": "A1B", "order": "Order",
		"ttl": "TTL", "a__b_": "AB", "sha256": "SHA256", "utf8": "UTF8",
	} {
		if got := exported(in); got != want {
			t.Errorf("exported(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"customer_id": "customerID", "id": "id", "id_card": "idCard", "type": "type"} {
		if got := unexported(in); got != want {
			t.Errorf("unexported(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"OrderKey": "orderKey", "IDCard": "idCard", "URLs": "urls", "ID": "id", "A": "a", "": ""} {
		if got := lowerFirst(in); got != want {
			t.Errorf("lowerFirst(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	for in, want := range map[string]string{
		"order": "orders", "category": "categories", "day": "days", "bus": "buses", "box": "boxes", "quiz": "quizes",
		"match": "matches", "dish": "dishes", "y": "ys", "Reply": "Replies",
	} {
		if got := plural(in); got != want {
			t.Errorf("plural(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestMethodName(t *testing.T) {
	for _, c := range []struct{ pattern, entity, plural, want string }{
		{"orders_of_customer", "order", "", "OfCustomer"},
		{"get_order", "order", "", ""},
		{"list_open_orders", "order", "", "Open"},
		{"customer_by_email", "customer", "", "ByEmail"},
		{"subcategories", "category", "categories", "Subcategories"},
		{"order_lines_of_order", "order_line", "", "OfOrder"},
		{"lines_of_order", "order_line", "", "LinesOfOrder"},
		{"people_of_town", "person", "people", "OfTown"},
		{"customer_page", "", "", "CustomerPage"},
		{"find_by_id", "order", "", "ByID"},
		{"orderly", "order", "", "Orderly"},
	} {
		if got := methodName(c.pattern, c.entity, c.plural); got != c.want {
			t.Errorf("methodName(%q, %q) = %q, want %q", c.pattern, c.entity, got, c.want)
		}
	}
}
