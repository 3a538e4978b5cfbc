# frozen_string_literal: true

require_relative "goodword/version"
require_relative "goodword/api_error"
require_relative "goodword/pages"
require_relative "goodword/transport"
require_relative "goodword/client"
require_relative "goodword/signing"
require_relative "goodword/webhooks"
