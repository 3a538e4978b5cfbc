# frozen_string_literal: true

require "json"
require "openssl"

# A typed client of the Goodword API for servers.
module Goodword
  TOLERANCE_SECONDS = 300
  private_constant :TOLERANCE_SECONDS

  # Returns the event of a webhook request, or nil if the service did not sign it within the last minutes. Signed as
  # Standard Webhooks specifies.
  #
  # `body` is the body as it arrived (`request.raw_post`): a parsed and rewritten one has another signature. `headers` are
  # those of any framework, or a Rack environment. `secret` is that of the webhook receiver, `whsec_…`; `tolerance_seconds`
  # is how far the clocks of sender and receiver may differ.
  #
  # Raises ArgumentError if the secret is none.
  def self.verify_event(body, headers, secret, tolerance_seconds: TOLERANCE_SECONDS)
    key = secret.start_with?("whsec_") ? from_base64(secret.delete_prefix("whsec_")) : nil
    if key.nil? || key.empty?
      raise ArgumentError, 'secret must be the secret of a webhook receiver, which begins with "whsec_".'
    end

    given = {}
    headers.each { |name, value| given[plain_name(name.to_s)] = value }
    id, sent, signatures = %w[id timestamp signature].map { |name| given["webhook-#{name}"] }
    return nil unless [id, sent, signatures].all?(String)
    return nil unless sent.match?(/\A[0-9]{1,12}\z/) && (Time.now.to_i - sent.to_i).abs <= tolerance_seconds

    expected = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{sent}.".b + body.b)
    is_signed = signatures.split.any? do |signature|
      digest = signature.start_with?("v1,") ? from_base64(signature.delete_prefix("v1,")) : nil
      !digest.nil? && OpenSSL.secure_compare(expected, digest)
    end
    is_signed ? JSON.parse(body, symbolize_names: true) : nil
  end

  # `Webhook-Id` and `HTTP_WEBHOOK_ID`, as a Rack environment has it, are the same header.
  def self.plain_name(name) = name.downcase.tr("_", "-").delete_prefix("http-")

  def self.from_base64(text)
    text.unpack1("m0")
  rescue ArgumentError
    nil
  end
  private_class_method :plain_name, :from_base64
end
