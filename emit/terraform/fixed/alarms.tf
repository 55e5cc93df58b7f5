# More than an occasional request is refused. Whoever retries notices nothing
# but time; whoever does not, loses the request.
resource "aws_cloudwatch_metric_alarm" "throttles" {
  for_each = local.alarmed

  alarm_name          = "${aws_dynamodb_table.this.name}-${replace(each.key, "/", "-")}-throttles"
  alarm_description   = "DynamoDB refuses requests of the ${replace(each.key, "/", " ")}: more than its capacity or than one partition can take."
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  evaluation_periods  = 5
  datapoints_to_alarm = 2
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags

  metric_query {
    id          = "throttles"
    label       = "Throttled requests"
    expression  = "FILL(reads, 0) + FILL(writes, 0)"
    return_data = true
  }

  metric_query {
    id = "reads"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "ReadThrottleEvents"
      dimensions  = each.value
      period      = 60
      stat        = "Sum"
    }
  }

  metric_query {
    id = "writes"

    metric {
      namespace   = "AWS/DynamoDB"
      metric_name = "WriteThrottleEvents"
      dimensions  = each.value
      period      = 60
      stat        = "Sum"
    }
  }
}

# The account's limit for any one table or index, 40,000 units a second unless
# it was raised. Raising it takes a request and a day.
resource "aws_cloudwatch_metric_alarm" "limits" {
  for_each = local.alarmed

  alarm_name          = "${aws_dynamodb_table.this.name}-${replace(each.key, "/", "-")}-limits"
  alarm_description   = "The ${replace(each.key, "/", " ")} uses over 80 percent of what the account allows one table or index."
  comparison_operator = "GreaterThanThreshold"
  threshold           = 80
  evaluation_periods  = 5
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags

  metric_query {
    id          = "used"
    label       = "Percent of the limit"
    expression  = "100 * MAX([FILL(reads, 0) / 60 / FILL(most_reads, REPEAT), FILL(writes, 0) / 60 / FILL(most_writes, REPEAT)])"
    return_data = true
  }

  dynamic "metric_query" {
    for_each = { reads = "ConsumedReadCapacityUnits", writes = "ConsumedWriteCapacityUnits" }

    content {
      id = metric_query.key

      metric {
        namespace   = "AWS/DynamoDB"
        metric_name = metric_query.value
        dimensions  = each.value
        period      = 60
        stat        = "Sum"
      }
    }
  }

  dynamic "metric_query" {
    for_each = { most_reads = "AccountMaxTableLevelReads", most_writes = "AccountMaxTableLevelWrites" }

    content {
      id = metric_query.key

      metric {
        namespace   = "AWS/DynamoDB"
        metric_name = metric_query.value
        period      = 60
        stat        = "Maximum"
      }
    }
  }
}

# What all provisioned tables of the account have, of what it may have. Beyond
# that nothing scales up.
resource "aws_cloudwatch_metric_alarm" "account" {
  for_each = length(var.alarm_topic_arns) > 0 ? toset(["Read", "Write"]) : toset([])

  alarm_name          = "${aws_dynamodb_table.this.name}-account-${lower(each.key)}-limit"
  alarm_description   = "The tables of this account have over 80 percent of the capacity that it may provision."
  namespace           = "AWS/DynamoDB"
  metric_name         = "AccountProvisioned${each.key}CapacityUtilization"
  statistic           = "Maximum"
  period              = 300
  comparison_operator = "GreaterThanThreshold"
  threshold           = 80
  evaluation_periods  = 2
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}

# DynamoDB's own failures, over every operation that the generated package
# calls.
resource "aws_cloudwatch_metric_alarm" "system_errors" {
  count = length(var.alarm_topic_arns) > 0 ? 1 : 0

  alarm_name          = "${aws_dynamodb_table.this.name}-system-errors"
  alarm_description   = "DynamoDB answers requests to the table with errors of its own."
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  evaluation_periods  = 5
  datapoints_to_alarm = 2
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags

  metric_query {
    id          = "errors"
    label       = "System errors"
    expression  = "SUM(FILL(METRICS(), 0))"
    return_data = true
  }

  dynamic "metric_query" {
    for_each = ["DeleteItem", "GetItem", "PutItem", "Query", "TransactWriteItems", "UpdateItem"]

    content {
      id = lower(metric_query.value)

      metric {
        namespace   = "AWS/DynamoDB"
        metric_name = "SystemErrors"
        dimensions  = { TableName = aws_dynamodb_table.this.name, Operation = metric_query.value }
        period      = 60
        stat        = "Sum"
      }
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "latency" {
  for_each = length(var.alarm_topic_arns) > 0 ? toset(["GetItem", "Query"]) : toset([])

  alarm_name          = "${aws_dynamodb_table.this.name}-${lower(each.key)}-latency"
  alarm_description   = "One ${each.key} in a hundred takes DynamoDB longer than it should."
  namespace           = "AWS/DynamoDB"
  metric_name         = "SuccessfulRequestLatency"
  dimensions          = { TableName = aws_dynamodb_table.this.name, Operation = each.key }
  extended_statistic  = "p99"
  period              = 60
  comparison_operator = "GreaterThanThreshold"
  threshold           = var.alarm_latency_milliseconds
  evaluation_periods  = 5
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}

resource "aws_cloudwatch_metric_alarm" "planned_reads" {
  for_each = { for where, units in local.planned_reads : where => units if length(var.alarm_topic_arns) > 0 }

  alarm_name          = "${aws_dynamodb_table.this.name}-${replace(each.key, "/", "-")}-planned-reads"
  alarm_description   = "Reads of the ${replace(each.key, "/", " ")} use more than the ${each.value} units a second that the model plans for."
  namespace           = "AWS/DynamoDB"
  metric_name         = "ConsumedReadCapacityUnits"
  dimensions          = local.dimensions[each.key]
  statistic           = "Sum"
  period              = 300
  comparison_operator = "GreaterThanThreshold"
  threshold           = 300 * each.value
  evaluation_periods  = 3
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}

resource "aws_cloudwatch_metric_alarm" "planned_writes" {
  for_each = { for where, units in local.planned_writes : where => units if length(var.alarm_topic_arns) > 0 }

  alarm_name          = "${aws_dynamodb_table.this.name}-${replace(each.key, "/", "-")}-planned-writes"
  alarm_description   = "Writes to the ${replace(each.key, "/", " ")} use more than the ${each.value} units a second that the model plans for."
  namespace           = "AWS/DynamoDB"
  metric_name         = "ConsumedWriteCapacityUnits"
  dimensions          = local.dimensions[each.key]
  statistic           = "Sum"
  period              = 300
  comparison_operator = "GreaterThanThreshold"
  threshold           = 300 * each.value
  evaluation_periods  = 3
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_topic_arns
  ok_actions          = var.alarm_topic_arns
  tags                = var.tags
}
