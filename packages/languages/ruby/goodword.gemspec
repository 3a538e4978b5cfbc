# frozen_string_literal: true

require_relative "lib/goodword/version"

Gem::Specification.new do |spec|
  spec.name = "goodword"
  spec.version = Goodword::VERSION
  spec.summary = "A typed client of the Goodword API for servers"
  spec.authors = ["Goodword"]
  spec.license = "MIT"
  spec.required_ruby_version = ">= 3.1"
  spec.files = Dir["lib/**/*.rb", "sig/**/*.rbs", "README.md", "LICENSE"]
  spec.metadata["rubygems_mfa_required"] = "true"
end
