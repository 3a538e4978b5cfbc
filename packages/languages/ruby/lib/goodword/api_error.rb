# frozen_string_literal: true

module Goodword
  # What every call of the client raises. Holds nothing of the request: neither its key nor its body.
  #
  # `code` is a code of the API or what kept a response of the API from coming:
  #
  # - `NO_ANSWER`: the service was not reached, or its response broke off or took too long. Whether the request was done is
  #   not known; repeating it is harmless.
  # - `FOREIGN_ANSWER`: something that is not the API responded, such as a proxy; check `base_url`.
  #
  # More codes may come: go by the status for those you do not know.
  class ApiError < StandardError
    # `status` is nil when there was no response; `param` is the field that is to blame, such as `referral.code`; include
    # `request_id` when you contact support; `retry_after_seconds` is the wait time from `Retry-After`; `doc_url` leads to
    # the documentation of the code.
    attr_reader :code, :status, :param, :request_id, :retry_after_seconds, :doc_url

    def initialize(code, message, status: nil, param: nil, request_id: nil, retry_after_seconds: nil, doc_url: nil)
      super("#{code}: #{message}")
      @code = code
      @status = status
      @param = param
      @request_id = request_id
      @retry_after_seconds = retry_after_seconds
      @doc_url = doc_url
    end
  end
end
