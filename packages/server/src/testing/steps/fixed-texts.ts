/** What whole requests go through, which a test makes long in each of their parts. */
export const partsOfRequests: readonly string[] = [
  'identify-browser',
  'requests/accepted-language',
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
  'domain/src/countable-ids.ts',
  'domain/src/erased-id.ts',
  'domain/src/staff-role.ts',
  'server/src/http/headers/style-hashes.ts',
  'server/src/http/headers/transport-security.ts',
  'server/src/http/portal/noted-acts.ts',
  'server/src/operations/domains/check-domain-now.ts',
  'server/src/operations/domains/claimable-host.ts',
  // Chunks of a file, which have a fixed size, and the header of a file, whose columns are limited.
  'server/src/operations/imports/file-encoding.ts',
  'server/src/operations/imports/import-columns.ts',
  'server/src/operations/imports/store-batch.ts',
  'server/src/operations/personal-data/readable-data.ts',
  'server/src/platform/network/open-files.ts',
  'contract/src/openapi-components.ts',
  'contract/src/openapi-webhooks.ts',
  'contract/src/openapi.ts',
  'contract/src/parse-value.ts',
  'contract/src/webhooks/all.ts',
  'server/src/http/docs/docs.ts',
  'server/src/http/server/error-page.ts',
  'server/src/http/docs/guide-html.ts',
  'server/src/http/server/metrics.ts',
  'server/src/http/widget/script-releases.ts',
  'server/src/http/widget/widget-html.ts',
  'server/src/http/answers/statistics.ts',
  'server/src/http/mails/unsubscribe-page.ts',
  'server/src/operations/demo/demo-curls.ts',
  // The URL of the service, aliases, and settings of the operator.
  'server/src/operations/domains/domain-answer.ts',
  'server/src/operations/staff/read-session.ts',
  'server/src/operations/staff/auth-library.ts',
  // A URL of 2,048 characters, which was parsed before.
  'server/src/operations/webhooks/change-receiver.ts',
  // Keys of requests, of 255 characters.
  'server/src/operations/erasure/erase-answers.ts',
  'server/src/operations/test-data/erase-test-data.ts',
  // Cursors, of 1,000 characters.
  'server/src/http/handlers/people/read-user-data.ts',
  'server/src/operations/erasure/read-user-data.ts',
  'server/src/operations/imports/read-imports.ts',
  'server/src/operations/personal-data/wanted.ts',
  // Fields of a row that file-rows.ts has read, by names of ours.
  'server/src/operations/imports/row-fields.ts',
  'server/src/operations/imports/source-row.ts',
  // The first 4 KiB of a response, and error codes.
  'server/src/operations/webhooks/send-event.ts',
  'server/src/platform/network/post-json.ts',
  'server/src/operations/demo/demo-keys.ts',
  'server/src/operations/staff/read-session.ts',
  'server/src/operations/exports/kinds/clicks.ts',
  'server/src/operations/identification/verify-identity.ts',
  'server/src/operations/mails/mail-language.ts',
  'server/src/operations/mails/mail-message.ts',
  'server/src/operations/mails/merchant-text.ts',
  // Tokens of 64 characters.
  'server/src/operations/mails/unsubscribe.ts',
  'server/src/operations/statistics/count-entries.ts',
  'server/src/operations/tracking/identify.ts',
  'server/src/platform/secrets/secret-key.ts',
  'server/src/platform/setting.ts',
  'server/src/platform/serialize-error.ts',
]
