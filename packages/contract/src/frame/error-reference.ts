import { errorEntries } from './error-entries.ts'
import type { ErrorEntry } from './error-entry.ts'

/** The page of all error codes, in Markdown, by status. */
export function errorReference(): string {
  return `${INTRODUCTION}\n${errorEntries.map(section).join('\n')}`
}

const INTRODUCTION = `# Errors

All errors have the same shape:

\`\`\`json
{
  "statusCode": 404,
  "apiErrorCode": "REFERRAL_CODE_NOT_FOUND",
  "message": "What is wrong, and what to do about it.",
  "param": "referral.code",
  "requestId": "req-7f3a1c",
  "docUrl": "https://…/docs/errors#REFERRAL_CODE_NOT_FOUND"
}
\`\`\`

\`apiErrorCode\` is one of the codes below, \`param\` names the invalid field or is null, and \`requestId\` is also sent as the header \`X-Request-Id\`. A request that fails with a 4xx status has stored nothing. 429 and 503 have a \`Retry-After\` header, 405 has \`Allow\`. Branch on \`apiErrorCode\`, show \`message\` to developers only, and handle codes that are not listed yet by their status.
`

function section([code, { status, title, when, remedy }]: readonly [string, ErrorEntry]): string {
  return `## ${code}

${status} · ${title}

- When: ${when}
- How to fix: ${remedy}
`
}
