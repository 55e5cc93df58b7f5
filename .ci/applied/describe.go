package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

type keyElement struct{ AttributeName, KeyType string }

type throughput struct{ ReadCapacityUnits, WriteCapacityUnits int64 }

type describedIndex struct {
	IndexName  string
	KeySchema  []keyElement
	Projection struct {
		ProjectionType   string
		NonKeyAttributes []string
	}
	ProvisionedThroughput throughput
}

// described is the part of DescribeTable's answer that a layout decides.
type described struct {
	Table struct {
		TableArn, TableStatus  string
		KeySchema              []keyElement
		AttributeDefinitions   []struct{ AttributeName, AttributeType string }
		GlobalSecondaryIndexes []describedIndex
		LocalSecondaryIndexes  []describedIndex
		BillingModeSummary     struct{ BillingMode string }
		ProvisionedThroughput  throughput
		StreamSpecification    struct {
			StreamEnabled  bool
			StreamViewType string
		}
		SSEDescription            struct{ Status, SSEType string }
		TableClassSummary         struct{ TableClass string }
		DeletionProtectionEnabled bool
	}
}

// describe asks the endpoint for everything that table compares.
func describe(endpoint, name string) (table, error) {
	var d described
	if err := call(endpoint, "DescribeTable", map[string]string{"TableName": name}, &d); err != nil {
		return table{}, err
	}
	t := fromTable(d)
	var ttl struct {
		TimeToLiveDescription struct{ AttributeName, TimeToLiveStatus string }
	}
	if err := call(endpoint, "DescribeTimeToLive", map[string]string{"TableName": name}, &ttl); err != nil {
		return table{}, err
	}
	if strings.HasPrefix(ttl.TimeToLiveDescription.TimeToLiveStatus, "ENABL") {
		t.TTL = ttl.TimeToLiveDescription.AttributeName
	}
	var tags struct{ Tags []struct{ Key, Value string } }
	if err := call(endpoint, "ListTagsOfResource", map[string]string{"ResourceArn": d.Table.TableArn}, &tags); err != nil {
		return table{}, err
	}
	for _, tag := range tags.Tags {
		t.Tags[tag.Key] = tag.Value
	}
	return t, backups(endpoint, name, &t)
}

func backups(endpoint, name string, t *table) error {
	var b struct {
		ContinuousBackupsDescription struct {
			PointInTimeRecoveryDescription struct{ PointInTimeRecoveryStatus string }
		}
	}
	err := call(endpoint, "DescribeContinuousBackups", map[string]string{"TableName": name}, &b)
	if errors.Is(err, errUnknown) {
		return nil
	}
	t.hasBackups = err == nil
	t.PointInTimeRecovery = b.ContinuousBackupsDescription.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus == "ENABLED"
	return err
}

func fromTable(d described) table {
	t := table{
		Keys: keyList(d.Table.KeySchema), Attributes: map[string]string{}, Indexes: map[string]index{}, Tags: map[string]string{},
		Billing: d.Table.BillingModeSummary.BillingMode, Class: d.Table.TableClassSummary.TableClass,
		Read: d.Table.ProvisionedThroughput.ReadCapacityUnits, Write: d.Table.ProvisionedThroughput.WriteCapacityUnits,
		DeletionProtection: d.Table.DeletionProtectionEnabled,
	}
	if t.Billing == "" {
		t.Billing = "PROVISIONED"
	}
	if t.Class == "" {
		t.Class = "STANDARD"
	}
	if d.Table.StreamSpecification.StreamEnabled {
		t.Stream = d.Table.StreamSpecification.StreamViewType
	}
	if strings.HasPrefix(d.Table.SSEDescription.Status, "ENABL") {
		t.Encryption = "KMS"
	}
	for _, a := range d.Table.AttributeDefinitions {
		t.Attributes[a.AttributeName] = a.AttributeType
	}
	for _, x := range d.Table.GlobalSecondaryIndexes {
		t.Indexes[x.IndexName] = fromIndex(x, false)
	}
	for _, x := range d.Table.LocalSecondaryIndexes {
		t.Indexes[x.IndexName] = fromIndex(x, true)
	}
	return t
}

func fromIndex(x describedIndex, local bool) index {
	out := index{
		Local: local, Keys: keyList(x.KeySchema), Projection: x.Projection.ProjectionType, Include: x.Projection.NonKeyAttributes,
		Read: x.ProvisionedThroughput.ReadCapacityUnits, Write: x.ProvisionedThroughput.WriteCapacityUnits,
	}
	slices.Sort(out.Include)
	return out
}

func keyList(schema []keyElement) []string {
	var out []string
	for _, k := range schema {
		out = append(out, k.AttributeName+" "+k.KeyType)
	}
	return out
}

// errUnknown is an operation that the engine does not have.
var errUnknown = errors.New("unknown operation")

// call makes one request of DynamoDB's JSON protocol. A local engine checks
// the form of the signature and not the signature.
func call(endpoint, operation string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequest(http.MethodPost, endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-amz-json-1.0")
	req.Header.Set("X-Amz-Target", "DynamoDB_20120810."+operation)
	req.Header.Set("X-Amz-Date", "20250101T000000Z")
	req.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential=test/20250101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature=0")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		return err
	case bytes.Contains(answer, []byte("UnknownOperationException")):
		return errUnknown
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: %s: %s", operation, resp.Status, answer)
	}
	return json.Unmarshal(answer, out)
}
