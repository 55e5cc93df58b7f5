# The shop's table as a team would run it: the generated module, which knows
# nothing of environments, and what is particular to this team around it.
#
#   terraform init -backend-config=staging.s3.tfbackend
#   terraform apply -var-file=staging.tfvars
#
# and the same with production. Each environment has a state of its own.

locals {
  tags = { application = "shop", environment = var.environment }
}

module "shop" {
  source = "../terraform"

  name                        = "shop-${var.environment}"
  deletion_protection         = var.protected
  point_in_time_recovery_days = var.protected ? 35 : 0
  alarm_topic_arns            = aws_sns_topic.alarms[*].arn
  tags                        = local.tags
}

# Staging wakes nobody. The topic carries nothing of the table's, and CloudWatch
# cannot publish to one that is encrypted with the key that AWS manages.
# tfsec:ignore:aws-sns-enable-topic-encryption
resource "aws_sns_topic" "alarms" {
  count = var.protected ? 1 : 0

  name = "shop-${var.environment}-alarms"
  tags = local.tags
}

# The catalogue's service reads categories and products, and nothing else.
data "aws_iam_policy_document" "catalogue" {
  source_policy_documents = [
    module.shop.entity_policy_json["category"],
    module.shop.entity_policy_json["product"],
  ]
}

resource "aws_iam_role" "catalogue" {
  name               = "shop-${var.environment}-catalogue"
  assume_role_policy = data.aws_iam_policy_document.task.json
  tags               = local.tags
}

resource "aws_iam_role_policy" "catalogue" {
  name   = "table"
  role   = aws_iam_role.catalogue.name
  policy = data.aws_iam_policy_document.catalogue.json
}

# The checkout's service reads and writes whatever there is.
data "aws_iam_policy_document" "checkout" {
  source_policy_documents = [
    module.shop.reader_policy_json,
    module.shop.writer_policy_json,
  ]
}

resource "aws_iam_role" "checkout" {
  name               = "shop-${var.environment}-checkout"
  assume_role_policy = data.aws_iam_policy_document.task.json
  tags               = local.tags
}

resource "aws_iam_role_policy" "checkout" {
  name   = "table"
  role   = aws_iam_role.checkout.name
  policy = data.aws_iam_policy_document.checkout.json
}

data "aws_iam_policy_document" "task" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["ecs-tasks.amazonaws.com"]
    }
  }
}
