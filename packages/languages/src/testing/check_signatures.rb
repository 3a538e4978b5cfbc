# frozen_string_literal: true

# Validates the signatures in the folder that is named. RBS before 3.5 does not know optional fields of records, the rest of
# the signatures is the same for it.

require "rbs"
require "rbs/cli"
require "tmpdir"

def without_optional_fields(text)
  depth = 0
  text.gsub(/[{}]|(?<=[{,] )\?(?=\w+:)/) do |found|
    depth += { "{" => 1, "}" => -1 }.fetch(found, 0)
    found == "?" && depth.positive? ? "" : found
  end
end

Dir.mktmpdir do |folder|
  Dir[File.join(ARGV.fetch(0), "**/*.rbs")].each do |path|
    text = File.read(path)
    text = without_optional_fields(text) if Gem::Version.new(RBS::VERSION) < Gem::Version.new("3.5")
    File.write(File.join(folder, File.basename(path)), text)
  end
  RBS::CLI.new(stdout: $stdout, stderr: $stderr).run(["-I", folder, "validate"])
end
