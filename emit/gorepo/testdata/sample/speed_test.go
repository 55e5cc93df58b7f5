package sample

import (
	"context"
	"reflect"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// reference declares an order's item for attributevalue.
type reference struct {
	PK         string    `dynamodbav:"PK"`
	SK         string    `dynamodbav:"SK"`
	GSI1PK     string    `dynamodbav:"GSI1PK"`
	GSI1SK     string    `dynamodbav:"GSI1SK"`
	GSI2PK     string    `dynamodbav:"GSI2PK,omitempty"`
	GSI2SK     string    `dynamodbav:"GSI2SK,omitempty"`
	GSI3PK     string    `dynamodbav:"GSI3PK"`
	GSI3SK     string    `dynamodbav:"GSI3SK"`
	Entity     string    `dynamodbav:"entity"`
	CustomerID string    `dynamodbav:"customer_id"`
	OrderID    string    `dynamodbav:"order_id"`
	PlacedAt   time.Time `dynamodbav:"placed_at"`
	Status     string    `dynamodbav:"status"`
	Total      decimal   `dynamodbav:"total"`
	Number     int64     `dynamodbav:"number"`
	Note       *string   `dynamodbav:"n,omitempty"`
	Revision   int64     `dynamodbav:"revision"`
	ExpiresAt  epochTime `dynamodbav:"expires_at,omitempty"`
}

type decimal struct{ Decimal }

func (d decimal) MarshalDynamoDBAttributeValue() (types.AttributeValue, error) {
	return &types.AttributeValueMemberN{Value: d.String()}, nil
}

func (d *decimal) UnmarshalDynamoDBAttributeValue(av types.AttributeValue) (err error) {
	d.Decimal, err = ParseDecimal(av.(*types.AttributeValueMemberN).Value)
	return err
}

type epochTime = attributevalue.UnixTime

func encodeTime(e *attributevalue.EncoderOptions) {
	e.EncodeTime = func(t time.Time) (types.AttributeValue, error) {
		return &types.AttributeValueMemberS{Value: t.UTC().Format("2006-01-02T15:04:05.000Z")}, nil
	}
}

func bigOrder() Order {
	note := "left at the door"
	at := time.Date(2025, 6, 1, 12, 30, 15, 123e6, time.UTC)
	total, _ := ParseDecimal("129.95")
	return Order{CustomerID: "01JA0000000000000000000001", OrderID: "01JB0000000000000000000001", PlacedAt: at,
		Status: OrderStatusPending, Total: total, Number: 42, Note: &note, Revision: 3, ExpiresAt: second.cut(at).AddDate(0, 1, 0)}
}

func referenceOf(o Order) reference {
	pk, at := "u#"+o.CustomerID, o.PlacedAt.Format("2006-01-02T15:04:05.000Z")
	return reference{PK: pk, SK: "o#" + o.OrderID, GSI1PK: "STATUS#" + string(o.Status), GSI1SK: "o#" + at + "#" + o.OrderID,
		GSI3PK: pk, GSI3SK: "0#" + at + "#o#", GSI2PK: pk, GSI2SK: "o#" + at + "#" + o.OrderID,
		Entity: "order", CustomerID: o.CustomerID, OrderID: o.OrderID, PlacedAt: o.PlacedAt, Status: string(o.Status),
		Total: decimal{o.Total}, Number: o.Number, Note: o.Note, Revision: o.Revision, ExpiresAt: epochTime(o.ExpiresAt)}
}

func TestItemEqualsAttributevalue(t *testing.T) {
	o := bigOrder()
	want, err := attributevalue.MarshalMapWithOptions(referenceOf(o), encodeTime)
	if err != nil {
		t.Fatal(err)
	}
	if got := o.encode(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if again, err := decodeOrder(o.encode()); err != nil || !reflect.DeepEqual(again, o) {
		t.Errorf("got %+v, want %+v, %v", again, o, err)
	}
}

func BenchmarkMarshal(b *testing.B) {
	o := bigOrder()
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			o.encode()
		}
	})
	b.Run("attributevalue", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = attributevalue.MarshalMapWithOptions(referenceOf(o), encodeTime)
		}
	})
}

func BenchmarkUnmarshal(b *testing.B) {
	o := bigOrder()
	item := o.encode()
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = decodeOrder(item)
		}
	})
	b.Run("attributevalue", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var r reference
			_ = attributevalue.UnmarshalMap(item, &r)
		}
	})
}

// recorded answers every read with the same items.
type recorded struct {
	API
	item  map[string]types.AttributeValue
	items []map[string]types.AttributeValue
}

func (r recorded) GetItem(context.Context, *dynamodb.GetItemInput, ...func(*dynamodb.Options)) (*dynamodb.GetItemOutput, error) {
	return &dynamodb.GetItemOutput{Item: r.item}, nil
}

func (r recorded) Query(context.Context, *dynamodb.QueryInput, ...func(*dynamodb.Options)) (*dynamodb.QueryOutput, error) {
	return &dynamodb.QueryOutput{Items: r.items}, nil
}

func BenchmarkRead(b *testing.B) {
	o := bigOrder()
	r := recorded{item: o.encode()}
	for range 100 {
		r.items = append(r.items, r.item)
	}
	shop := New(r, "sample", Clock(func() time.Time { return o.PlacedAt }))
	b.Run("get", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = shop.Orders.Get(context.Background(), OrderKeyOf(o))
		}
	})
	b.Run("query of 100", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for range shop.Orders.OfCustomer(context.Background(), o.CustomerID) {
				continue
			}
		}
	})
}
