/** What whole requests go through, which a test makes long in each of their parts. */
export const partsOfRequests: readonly string[] = [
  'endpoints/browser/identify-user',
  'page/page-site',
  'requests/validation-message',
  'server/app',
  'server/idempotency',
  'server/known-paths',
  'server/request-log',
  'server/serve',
  'server/static-file',
  'share-links/share-link',
].map((name) => `server/src/http/${name}.ts`)

/** They process our own texts or the operator's, or a fixed number of short ones. */
export const fixedTexts: readonly string[] = [
  // Networks of callers, names of ranks, names of clients, which registration limits, and names of the program beside a code.
  'server/src/http/limits/fair-turns.ts',
  'server/src/http/limits/process-time.ts',
  'server/src/http/mcp/fetch-within.ts',
  'server/src/operations/referring/codes/choose-code.ts',
  // Settings of the operator.
  'server/src/platform/network/database-address.ts',
  // Settings of the program, which are limited, the address of a share link, and names of colors.
  'contract/src/words/amount-text.ts',
  'contract/src/words/own-word-fault.ts',
  'contract/src/words/own-words.ts',
  'server/src/http/page/page-style.ts',
  'server/src/http/share-links/link-preview-page.ts',
  'server/src/http/share-links/link-preview.ts',
  // Addresses that a name server returned, which were parsed before.
  'server/src/platform/network/same-network-half.ts',
  'contract/src/operation-reference.ts',
  // Sentences of rules, names of thresholds, our own list of mail providers, and hashes and IDs of a fixed length.
  'domain/src/fraud/history-rule.ts',
  'domain/src/fraud/possible-rules.ts',
  'server/src/operations/referring/evidence/free-mail-domains.ts',
  'server/src/operations/reporting/fraud-simulation/count-simulation.ts',
  'server/src/platform/secrets/secret-box.ts',
  'server/src/http/welcome/preview-page.ts',
  // A token of a fixed length, a form of at most 8 KiB, the domain of an address, and the host of a header, which Node limits.
  'server/src/operations/referring/referrals/appeal.ts',
  'server/src/http/mails/appeal-links.ts',
  'server/src/operations/referring/evidence/mail-domains.ts',
  'server/src/http/share-links/public-click.ts',
  // Forms of at most 16 KiB, addresses of at most 500 characters, and what Node limits: paths, queries and headers.
  'server/src/operations/administration/assistants/allow-assistant.ts',
  'server/src/operations/administration/assistants/assistant-tokens.ts',
  'server/src/operations/administration/assistants/client-document.ts',
  'server/src/operations/administration/assistants/redirect-uri.ts',
  'server/src/operations/administration/assistants/registered-client.ts',
  'server/src/http/mcp/mcp-endpoint.ts',
  'server/src/http/mcp/oauth-tokens.ts',
  'server/src/http/docs/serve-site.ts',
  // Records of our own exports, names of limited length, times of at most 40 characters, and paths, which Node limits.
  'server/src/http/legacy/legacy-export-routes.ts',
  'server/src/http/legacy/legacy-export-rows.ts',
  'server/src/http/legacy/legacy-route.ts',
  'server/src/http/legacy/legacy-user.ts',
  'server/src/http/legacy/own-operation.ts',
  'domain/src/values/countable-ids.ts',
  'domain/src/values/erased-id.ts',
  'domain/src/staff/staff-role.ts',
  'server/src/http/headers/style-hashes.ts',
  'server/src/http/headers/transport-security.ts',
  'server/src/http/portal/noted-acts.ts',
  'server/src/operations/administration/custom-domains/check-domain-now.ts',
  'server/src/operations/referring/share-links/claimable-host.ts',
  // Headings of our own documentation.
  'contract/src/slug.ts',
  // Chunks of a file, which have a fixed size, and the header of a file, whose columns are limited.
  'server/src/operations/files/imports/file-encoding.ts',
  'server/src/operations/files/imports/import-columns.ts',
  'server/src/operations/files/imports/store-batch.ts',
  'server/src/operations/privacy/personal-data/readable-data.ts',
  'server/src/platform/network/open-files.ts',
  'contract/src/openapi-components.ts',
  'contract/src/openapi-webhooks.ts',
  'contract/src/openapi.ts',
  'contract/src/parse-value.ts',
  'contract/src/webhooks/all.ts',
  'server/src/http/docs/docs.ts',
  'server/src/http/docs/error-page.ts',
  'server/src/http/server/metrics.ts',
  'server/src/http/widget/script-releases.ts',
  'server/src/http/widget/widget-html.ts',
  'server/src/http/endpoints/statistics/statistics-answer.ts',
  'server/src/http/mails/unsubscribe-page.ts',
  'server/src/operations/administration/demo/demo-curls.ts',
  // The URL of the service, aliases, and settings of the operator.
  'server/src/operations/administration/custom-domains/domain-answer.ts',
  'server/src/operations/administration/staff/read-session.ts',
  'server/src/operations/administration/staff/auth-library.ts',
  // A URL of 2,048 characters, which was parsed before.
  'server/src/operations/outbound/webhooks/change-receiver.ts',
  // Keys of requests, of 255 characters.
  'server/src/operations/privacy/erasure/erase-answers.ts',
  'server/src/operations/files/test-data/erase-test-data.ts',
  // Cursors, of 1,000 characters.
  'server/src/http/endpoints/people/person-endpoints.ts',
  'server/src/operations/privacy/erasure/read-user-data.ts',
  'server/src/operations/files/imports/read-imports.ts',
  'server/src/operations/privacy/personal-data/wanted.ts',
  // Fields of a row that file-rows.ts has read, by names of ours.
  'server/src/operations/files/imports/row-fields.ts',
  'server/src/operations/files/imports/source-row.ts',
  // The first 4 KiB of a response, and error codes.
  'server/src/operations/outbound/webhooks/send-event.ts',
  'server/src/platform/network/post-json.ts',
  'server/src/operations/administration/demo/demo-keys.ts',
  'server/src/operations/administration/staff/read-session.ts',
  'server/src/operations/files/exports/kinds/clicks.ts',
  'server/src/operations/referring/identification/verify-identity.ts',
  'server/src/operations/outbound/mails/mail-message.ts',
  'server/src/operations/outbound/mails/rendering/merchant-text.ts',
  // Tokens of 64 characters.
  'server/src/operations/outbound/mails/unsubscribe.ts',
  'server/src/operations/reporting/statistics/count-entries.ts',
  'server/src/operations/referring/tracking/identify.ts',
  'server/src/platform/secrets/secret-key-setting.ts',
  'server/src/platform/secrets/secret-key.ts',
  'server/src/platform/setting.ts',
  'server/src/platform/serialize-error.ts',
]
