variable "environment" {
  description = "Name of the environment, in the names of everything that it has."
  type        = string

  validation {
    condition     = contains(["staging", "production"], var.environment)
    error_message = "There are two environments, staging and production."
  }
}

variable "protected" {
  description = "Whether the table is kept from deletion, backed up and watched."
  type        = bool
}
