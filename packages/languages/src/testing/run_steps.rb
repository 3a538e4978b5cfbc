# frozen_string_literal: true

# Runs the steps on standard input with the installed client, and writes what became of each.

require "goodword"
require "json"

def snake(name) = name.to_s.gsub(/[A-Z]/) { |letter| "_#{letter.downcase}" }

def run(step, waits)
  named = step.fetch(:named, {}).transform_keys { |name| snake(name).to_sym }
  case step[:do]
  when "sign" then return Goodword.sign_user(*step[:args], **named)
  when "verify" then return Goodword.verify_event(*step[:args], **named)
  end
  client = Goodword::Client.new(*step[:client], sleep: waits.method(:push), chance: -> { 0.0 })
  return client.inspect if step[:do] == "show"

  result = client.public_send(snake(step[:operation]), *step[:args], **named)
  case step[:do]
  when "iterate" then result.map { |entry| entry[:id] }
  when "page" then result.page
  else result
  end
end

outcomes = JSON.parse($stdin.read, symbolize_names: true).map do |step|
  waits = []
  begin
    outcome = { result: run(step, waits) }
  rescue Goodword::ApiError => e
    failure = [e.code, e.status, e.param, e.request_id, e.retry_after_seconds, e.doc_url]
    outcome = { failure: failure, message: e.message }
  rescue ArgumentError => e
    outcome = { mistake: e.message }
  end
  outcome.merge(waits: waits)
end
puts JSON.generate(outcomes)
