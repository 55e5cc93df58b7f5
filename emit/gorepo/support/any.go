package support

import (
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// checkAny refuses what attributevalue cannot write, and nil, which is no
// value of an attribute.
func checkAny(c *check, name string, v any) {
	if c.skip(name) {
		return
	}
	av, err := attributevalue.Marshal(v)
	if err != nil {
		c.fail(name, "%s", err)
		return
	}
	if _, null := av.(*types.AttributeValueMemberNULL); null {
		c.fail(name, "nil, and required")
	}
}

// anyValue is v as attributevalue writes it. What it cannot write, checkAny
// has refused.
func anyValue(v any) types.AttributeValue {
	av, err := attributevalue.Marshal(v)
	if err != nil {
		return &types.AttributeValueMemberNULL{Value: true}
	}
	return av
}

// asAny reads a value of any type as attributevalue does.
func asAny(av types.AttributeValue) (v any, err error) {
	err = attributevalue.Unmarshal(av, &v)
	return v, err
}
