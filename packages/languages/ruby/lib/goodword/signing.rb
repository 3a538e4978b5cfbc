# frozen_string_literal: true

require "json"
require "openssl"

# A typed client of the Goodword API for servers.
module Goodword
  HOUR_SECONDS = 3600
  MAX_TOKEN_SECONDS = 30 * 24 * HOUR_SECONDS
  private_constant :HOUR_SECONDS, :MAX_TOKEN_SECONDS

  # Returns a token for a page, passed to the script as `jwt`: it identifies the user of the page. A JWT, signed with
  # HMAC-SHA256 and the signing key of the program, `gw_sign_…`. The key belongs on servers: never put it into a page.
  #
  # `user` has `accountId` and `id`, and whatever else is signed: `email`, `firstName`, `lastName`, `locale`,
  # `paymentProviderId`, `referralCode`, `accountStatus`.
  #
  # Raises ArgumentError if the key is none, or the token would count for more than 30 days.
  def self.sign_user(user, signing_key, expires_in_seconds: HOUR_SECONDS)
    unless signing_key.start_with?("gw_sign_")
      raise ArgumentError, 'signing_key must be the signing key of a program, which begins with "gw_sign_".'
    end
    unless expires_in_seconds.positive? && expires_in_seconds <= MAX_TOKEN_SECONDS
      raise ArgumentError, "expires_in_seconds must be more than 0 and at most 30 days."
    end

    now = Time.now.to_i
    claims = { user: user, iat: now, exp: now + expires_in_seconds.to_i }
    text = [{ alg: "HS256", typ: "JWT" }, claims].map { |part| base64_url(JSON.generate(part)) }.join(".")
    "#{text}.#{base64_url(OpenSSL::HMAC.digest("SHA256", signing_key, text))}"
  end

  def self.base64_url(value) = [value].pack("m0").tr("+/", "-_").delete("=")
  private_class_method :base64_url
end
