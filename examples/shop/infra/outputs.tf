output "table_name" {
  description = "Name of the table, for shopdb.New."
  value       = module.shop.name
}

output "role_arns" {
  description = "Roles of the services, by service."
  value = {
    catalogue = aws_iam_role.catalogue.arn
    checkout  = aws_iam_role.checkout.arn
  }
}
