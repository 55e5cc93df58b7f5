terraform {
  required_version = ">= 1.10"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 6.44"
    }
  }

  # The bucket is in the environment's .s3.tfbackend file.
  backend "s3" {
    key          = "shop/terraform.tfstate"
    use_lockfile = true
  }
}

provider "aws" {
  region = "eu-west-1"
}
