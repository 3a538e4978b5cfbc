/** The modules that whole requests pass, which a test makes long in each of their parts. */
export const partsOfRequests: readonly string[] = [
  'frame/http/requests/validation-message',
  'frame/http/server/app',
  'frame/http/server/idempotency',
  'frame/http/server/known-paths',
  'frame/http/server/request-log',
  'frame/http/server/serve',
  'frame/http/server/static-file',
  'pages/browser/identify-user',
  'pages/page/page-site',
  'pages/share-links/share-link',
].map((name) => `server/src/${name}.ts`)

/** They process our own texts or the operator's, or a fixed number of short ones. */
export const fixedTexts: readonly string[] = [
  // Networks of callers, names of ranks, names of clients, which registration limits, and names of the program beside a code.
  'server/src/frame/http/limits/fair-turns.ts',
  'server/src/frame/http/limits/process-time.ts',
  'server/src/pages/mcp/fetch-within.ts',
  'server/src/referring/codes/choose-code.ts',
  // Settings of the operator.
  'server/src/engine/network/database-address.ts',
  // Settings of the program, which are limited, the address of a share link, and names of colors.
  'contract/src/words/amount-text.ts',
  'contract/src/words/own-word-fault.ts',
  'contract/src/words/own-words.ts',
  'server/src/pages/page/page-style.ts',
  'server/src/pages/share-links/link-preview-page.ts',
  'server/src/pages/share-links/link-preview.ts',
  // Addresses that a name server returned, which were parsed before.
  'server/src/engine/network/same-network-half.ts',
  'contract/src/frame/openapi/operation-reference.ts',
  // Sentences of rules, names of thresholds, our own list of mail providers, and hashes and IDs of a fixed length.
  'domain/src/fraud/history-rule.ts',
  'domain/src/fraud/possible-rules.ts',
  'server/src/tracking/evidence/free-mail-domains.ts',
  'server/src/reporting/fraud-simulation/count-simulation.ts',
  'server/src/engine/secrets/secret-box.ts',
  'server/src/pages/welcome/preview-page.ts',
  // A token of a fixed length, a form of at most 8 KiB, the domain of an address, and the host of a header, which Node limits.
  'server/src/referring/referrals/appeal.ts',
  'server/src/outbound/mails/web/appeal-links.ts',
  'server/src/tracking/evidence/mail-domains.ts',
  'server/src/pages/share-links/public-click.ts',
  // Forms of at most 16 KiB, addresses of at most 500 characters, and what Node limits: paths, queries and headers.
  'server/src/administration/assistants/allow-assistant.ts',
  'server/src/administration/assistants/assistant-tokens.ts',
  'server/src/administration/assistants/client-document.ts',
  'server/src/administration/assistants/redirect-uri.ts',
  'server/src/administration/assistants/registered-client.ts',
  'server/src/pages/mcp/mcp-endpoint.ts',
  'server/src/pages/mcp/oauth-tokens.ts',
  'server/src/pages/docs/serve-site.ts',
  // Records of our own exports, names of limited length, times of at most 40 characters, and paths, which Node limits.
  'server/src/pages/legacy/legacy-export-routes.ts',
  'server/src/pages/legacy/legacy-export-rows.ts',
  'server/src/pages/legacy/legacy-route.ts',
  'server/src/pages/legacy/legacy-user.ts',
  'server/src/pages/legacy/own-operation.ts',
  'domain/src/values/countable-ids.ts',
  'domain/src/values/erased-id.ts',
  'domain/src/staff/staff-role.ts',
  'server/src/frame/http/headers/style-hashes.ts',
  'server/src/frame/http/headers/transport-security.ts',
  'server/src/pages/portal/noted-acts.ts',
  'server/src/administration/custom-domains/check-domain-now.ts',
  'server/src/referring/share-links/claimable-host.ts',
  // Headings of our own documentation.
  'contract/src/frame/slug.ts',
  // Chunks of a file, which have a fixed size, and the header of a file, whose columns are limited.
  'server/src/files/imports/reading/file-encoding.ts',
  'server/src/files/imports/import-columns.ts',
  'server/src/files/imports/store-batch.ts',
  'server/src/privacy/personal-data/readable-data.ts',
  'server/src/engine/network/open-files.ts',
  'contract/src/frame/openapi/openapi-components.ts',
  'contract/src/frame/openapi/openapi-webhooks.ts',
  'contract/src/frame/openapi/openapi.ts',
  'contract/src/frame/parse-value.ts',
  'contract/src/webhooks/all.ts',
  'server/src/pages/docs/docs.ts',
  'server/src/pages/docs/error-page.ts',
  'server/src/frame/http/server/metrics.ts',
  'server/src/pages/widget/script-releases.ts',
  'server/src/pages/widget/widget-html.ts',
  'server/src/reporting/statistics/statistics-answer.ts',
  'server/src/outbound/mails/web/unsubscribe-page.ts',
  'server/src/administration/demo/demo-curls.ts',
  // The URL of the service, aliases, and settings of the operator.
  'server/src/administration/custom-domains/domain-answer.ts',
  'server/src/administration/sign-in/read-session.ts',
  'server/src/administration/sign-in/auth-library.ts',
  // A URL of 2,048 characters, which was parsed before.
  'server/src/outbound/webhooks/change-receiver.ts',
  // Keys of requests, of 255 characters.
  'server/src/privacy/erasure/erase-answers.ts',
  'server/src/files/test-data/erase-test-data.ts',
  // Cursors, of 1,000 characters.
  'server/src/privacy/erasure/endpoints.ts',
  'server/src/privacy/erasure/read-user-data.ts',
  'server/src/files/imports/read-imports.ts',
  'server/src/privacy/personal-data/wanted.ts',
  // Fields of a row that file-rows.ts has read, by names of ours.
  'server/src/files/imports/reading/row-fields.ts',
  'server/src/files/imports/reading/source-row.ts',
  // The first 4 KiB of a response, and error codes.
  'server/src/outbound/webhooks/send-event.ts',
  'server/src/engine/network/post-json.ts',
  'server/src/administration/demo/demo-keys.ts',
  'server/src/administration/sign-in/read-session.ts',
  'server/src/files/exports/kinds/clicks.ts',
  'server/src/referring/identification/verify-identity.ts',
  'server/src/outbound/mails/mail-message.ts',
  'server/src/outbound/mails/rendering/merchant-text.ts',
  // Tokens of 64 characters.
  'server/src/outbound/mails/unsubscribe.ts',
  'server/src/reporting/statistics/counting/count-entries.ts',
  'server/src/tracking/identify.ts',
  'server/src/engine/secrets/secret-key-setting.ts',
  'server/src/engine/secrets/secret-key.ts',
  'server/src/engine/foundation/setting.ts',
  'server/src/engine/logging/serialize-error.ts',
]
