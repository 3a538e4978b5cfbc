# frozen_string_literal: true

require "json"
require "net/http"
require "securerandom"
require "uri"

module Goodword
  # What sending a request needs to know of an operation. `makes_idempotency_key` is whether a repeat without an
  # `Idempotency-Key` would act again, or be refused.
  Operation = Struct.new(:verb, :path, :success_statuses, :takes_api_key, :makes_idempotency_key)
  private_constant :Operation

  # Sends requests: authentication, timeouts, retries. `Client` adds a method for each operation.
  class Transport
    FIRST_WAIT_SECONDS = 0.25
    MAX_WAIT_SECONDS = 8.0
    # A longer wait is left to the caller.
    MAX_RETRY_AFTER_SECONDS = 60
    # The statuses of a proxy that cannot reach the service, and of a service that is temporarily unavailable.
    PASSING_STATUSES = [429, 502, 503, 504].freeze
    BROKEN = [IOError, SystemCallError, SocketError, OpenSSL::SSL::SSLError, Net::ProtocolError,
              Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError].freeze
    private_constant(*constants(false))

    # `base_url` is where the service is, `tenant_alias` the program in one mode (test programs begin with `test_`),
    # `api_key` a key of that program and mode. `timeout` is in seconds, for connecting and for each wait for data;
    # `retries` is the maximum number of further attempts. `sleep` waits between attempts and `chance` varies the waits.
    #
    # Raises ArgumentError if alias, key or base URL cannot be right; its message never holds the key.
    def initialize(base_url, tenant_alias, api_key, timeout: 30, retries: 3,
                   sleep: Kernel.method(:sleep), chance: Kernel.method(:rand))
      unless base_url.match?(%r{\Ahttps?://[^/?#@\s][^?#@\s]*\z})
        raise ArgumentError, "base_url must be an http or https address without credentials, query and fragment, such as " \
                             '"https://goodword.example.com".'
      end
      unless tenant_alias.match?(/\A(test_)?[a-z0-9_]{3,59}\z/)
        raise ArgumentError, 'tenant_alias must be the alias of a program, such as "acme" or "test_acme".'
      end
      unless api_key.match?(/\A[!-9;-~]+\z/)
        raise ArgumentError, "api_key must be an API key: visible ASCII characters without spaces or line breaks."
      end

      @address = "#{base_url.sub(%r{/+\z}, "")}/api/v1/#{tenant_alias}"
      @authorization = "Basic #{["#{api_key}:"].pack("m0")}"
      @timeout = timeout
      @retries = retries
      @sleep = sleep
      @chance = chance
    end

    # The key stays out of logs.
    def inspect = "#<#{self.class} #{@address}>"

    private

    def call(operation, params: {}, query: {}, body: nil, upload: nil, idempotency_key: nil, timeout: nil, retries: nil)
      # The retries of a call are one request with the key.
      idempotency_key ||= "client-#{SecureRandom.hex(16)}" if operation.makes_idempotency_key
      # Of a response that is compressed the length could not be checked.
      headers = { "Accept" => "application/json", "Accept-Encoding" => "identity",
                  "User-Agent" => "goodword-ruby/#{VERSION}" }
      headers["Authorization"] = @authorization if operation.takes_api_key
      unless idempotency_key.nil?
        unless idempotency_key.match?(/\A[!-~]{1,255}\z/)
          raise unfit("Idempotency-Key", "must be 1 to 255 visible ASCII characters")
        end

        headers["Idempotency-Key"] = idempotency_key
      end
      if body
        headers["Content-Type"] = "application/json"
        data = JSON.generate(body)
      elsif upload
        headers["Content-Type"], data = upload
      end
      uri = URI(@address + path(operation.path, params) + query_text(query))
      most = retries || @retries
      attempt = 0
      begin
        reply(operation, *exchange(operation.verb, uri, headers, data, timeout || @timeout))
      rescue ApiError => e
        wait = attempt < most ? wait_before_retry(e, attempt) : nil
        raise if wait.nil?

        @sleep.call(wait)
        attempt += 1
        retry
      end
    end

    # One attempt, up to the last byte of its response. A redirect is not followed: that would send the request, and perhaps
    # the key, to another server.
    def exchange(verb, uri, headers, data, timeout)
      request = Net::HTTP.const_get(verb.capitalize).new(uri, headers)
      request.body = data
      http = Net::HTTP.new(uri.host, uri.port)
      http.use_ssl = uri.scheme == "https"
      http.open_timeout = http.read_timeout = http.write_timeout = timeout
      # Retries are made above, for every operation.
      http.max_retries = 0
      response = http.start { http.request(request) }
      text = response.body.to_s
      # Net::HTTP takes a response that ends early for a whole one.
      raise EOFError if text.bytesize < (response.content_length || 0)

      [response.code.to_i, response, text]
    rescue Timeout::Error
      raise ApiError.new("NO_ANSWER", "The service did not respond within #{timeout} s.")
    rescue *BROKEN
      raise ApiError.new("NO_ANSWER", "The service could not be reached, or its response was incomplete.")
    end

    # Returns the seconds before the next attempt, or nil if there is to be none.
    #
    # Every operation may be repeated: by its state, or by the key that the client gives it. A `Retry-After` is kept and a
    # little added, so that many who wait do not come back at once; otherwise waits double, half of each by chance.
    def wait_before_retry(failure, attempt)
      may_pass = %w[NO_ANSWER IDEMPOTENCY_KEY_IN_FLIGHT].include?(failure.code)
      return nil unless may_pass || PASSING_STATUSES.include?(failure.status)

      if failure.retry_after_seconds.nil?
        wait = [FIRST_WAIT_SECONDS * 2**attempt, MAX_WAIT_SECONDS].min
        return wait / 2 + wait / 2 * @chance.call
      end
      return nil if failure.retry_after_seconds > MAX_RETRY_AFTER_SECONDS

      failure.retry_after_seconds + FIRST_WAIT_SECONDS * @chance.call
    end

    def reply(operation, status, headers, text)
      body = parsed(text)
      if body && operation.success_statuses.include?(status)
        return operation.success_statuses.length > 1 ? { status: status, answer: body } : body
      end

      # The service gives seconds; a date, which a proxy may give, is not read.
      retry_after = headers["Retry-After"]
      seconds = retry_after.to_i if retry_after&.match?(/\A[0-9]{1,9}\z/)
      request_id = headers["X-Request-Id"]
      if body && body[:apiErrorCode].is_a?(String)
        raise ApiError.new(
          body[:apiErrorCode], body[:message],
          status: status, param: body[:param], request_id: body[:requestId] || request_id,
          retry_after_seconds: seconds, doc_url: body[:docUrl]
        )
      end
      # The body is not included: it may be a page of any size.
      raise ApiError.new(
        "FOREIGN_ANSWER",
        "The response with status #{status} is not from the API. Check the base URL and any proxy in between.",
        status: status, request_id: request_id, retry_after_seconds: seconds
      )
    end

    def parsed(text)
      body = JSON.parse(text, symbolize_names: true)
      body.is_a?(Hash) ? body : nil
    rescue JSON::ParserError, EncodingError
      nil
    end

    def path(template, params)
      template.gsub(/\{(\w+)\}/) do
        name = Regexp.last_match(1)
        text = params.fetch(name.to_sym).to_s
        # An address with an empty segment is another address, and dots are resolved away, encoded or not.
        raise unfit(name, 'must be a string that is not empty, "." or ".."') if ["", ".", ".."].include?(text)

        encoded(name, text)
      end
    end

    def query_text(query)
      pairs = query.compact.map { |name, value| "#{name}=#{encoded(name, value.to_s)}" }
      pairs.empty? ? "" : "?#{pairs.join("&")}"
    end

    def encoded(name, text)
      utf8 = text.encode(Encoding::UTF_8)
      raise unfit(name, "must be well-formed Unicode") unless utf8.valid_encoding?

      URI.encode_www_form_component(utf8).gsub("+", "%20")
    rescue EncodingError
      raise unfit(name, "must be well-formed Unicode")
    end

    def unfit(param, rule)
      ApiError.new("VALIDATION_FAILED", "\"#{param}\" #{rule}. Nothing was sent.", param: param.to_s)
    end
  end
  private_constant :Transport
end
