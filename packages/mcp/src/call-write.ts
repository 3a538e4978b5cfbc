import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { PendingWrite, PendingWrites } from './pending-writes.ts'
import { visible } from './people-text.ts'
import type { Tool, WriteDescription } from './tool.ts'

/** The next step of a tool call that writes: an ID to carry out or to look up, or the result as it is. */
type Step =
  | { readonly kind: 'confirmed'; readonly id: string }
  | { readonly kind: 'done'; readonly id: string }
  | { readonly kind: 'result'; readonly result: CallToolResult | InputRequiredResult }

type Asking = {
  readonly writes: PendingWrites
  /** Whether the client can ask its user itself. */
  readonly canAsk: boolean
  readonly mcpReq: ServerContext['mcpReq']
  readonly describe: () => Promise<WriteDescription>
}

const CONFIRM = 'confirm'

/**
 * Asks a person before anything is written. A client that can show its user a form does so; for others the write waits in
 * the portal. The model has no part in either: its messages confirm nothing.
 */
export async function callWrite(
  { name }: Tool,
  input: unknown,
  { writes, canAsk, mcpReq, describe }: Asking,
): Promise<Step> {
  const asked = inputResponse(mcpReq.inputResponses, CONFIRM)
  const id = mcpReq.requestState<string>()
  if (typeof id === 'string' && asked.kind === 'elicit') {
    if (asked.action === 'accept' && asked.content?.[CONFIRM] === true) return { kind: 'confirmed', id }
    await writes.refuse(id)
    return refused('DECLINED: The person did not agree. Nothing was done.')
  }
  const { address } = writes
  if (!canAsk && address === null) return refused(CANNOT_ASK)
  if (!isText(input)) return refused(NO_TEXT)
  const description = await describe()
  const write = await writes.request(name, input, canAsk)
  if (typeof write === 'string') return refused(write)
  if (canAsk) return { kind: 'result', result: formFor(write.id, description) }
  if (write.state === 'DONE') return { kind: 'done', id: write.id }
  return refused(stateText(write, address ?? ''))
}

/** The state of a write that is not done, for a model. */
function stateText({ state, id }: PendingWrite, address: string): string {
  if (state === 'REFUSED')
    return 'DECLINED: The person did not agree. Nothing was done. Do not ask again by yourself.'
  return `CONFIRMATION_REQUIRED: Nothing was done yet. Give the person this link, where they see what would be done and confirm it within 24 hours: ${address} You cannot confirm it. After they have, call get_request with the ID ${id} to learn what came of it.`
}

const NO_TEXT =
  'VALIDATION_FAILED: A text has a null character, or half of a character. Nothing was done. Send it without.'

/** Whether every text of an input can be stored: a database takes no null characters and no lone surrogates. */
function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  return typeof value !== 'object' || value === null || Object.values(value).every(isText)
}

const CANNOT_ASK =
  'CANNOT_ASK: Your program cannot ask its user, so it may not change anything here. Nothing was done. The person can do this in the portal, or connect you by the address of the service.'

function refused(text: string): Step {
  return { kind: 'result', result: { content: [{ type: 'text', text }], isError: true } }
}

function formFor(id: string, { question, facts }: WriteDescription): InputRequiredResult {
  const lines = [question, ...facts.map(([label, text]) => `${label}: ${text}`)]
  const asking = inputRequired.elicit({
    message: visible(lines.join('\n')),
    requestedSchema: {
      type: 'object',
      properties: { [CONFIRM]: { type: 'boolean', title: 'Yes, do this', default: false } },
      required: [CONFIRM],
    },
  })
  return inputRequired({ requestState: id, inputRequests: { [CONFIRM]: asking } })
}
