import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Confirmations } from './confirmations.ts'
import { visible } from './people-text.ts'
import { CONFIRM, type Write } from './tool.ts'

type Confirmation =
  | { readonly token: string; readonly input: unknown }
  | { readonly result: CallToolResult | InputRequiredResult }

type Asking = {
  readonly confirmations: Confirmations
  /** Whether the client can ask its user itself. */
  readonly canAsk: boolean
  readonly mcpReq: ServerContext['mcpReq']
}

/**
 * Whether a person has confirmed a write. A client that can show its user a form does so; for others the model gets a
 * token, which it sends after it has asked. Either way nothing is done by the first call.
 */
export function confirmWrite(
  name: string,
  write: Write<unknown>,
  given: unknown,
  { confirmations, canAsk, mcpReq }: Asking,
): Confirmation {
  const { [CONFIRM]: token, ...input } = Object(given)
  const state = mcpReq.requestState<string>()
  const asked = inputResponse(mcpReq.inputResponses, CONFIRM)
  if (typeof state === 'string' && asked.kind === 'elicit') {
    if (asked.action !== 'accept' || asked.content?.[CONFIRM] !== true) return refused(DECLINED)
    return confirmations.isValid(state, name, input) ? { token: state, input } : refused(INVALID)
  }
  if (typeof token === 'string')
    return confirmations.isValid(token, name, input) ? { token, input } : refused(INVALID)
  const question = visible(write.describe(input))
  const requested = confirmations.request(name, input)
  if (canAsk) {
    const asking = inputRequired.elicit({
      message: question,
      requestedSchema: {
        type: 'object',
        properties: { [CONFIRM]: { type: 'boolean', title: 'Yes, do this', default: false } },
        required: [CONFIRM],
      },
    })
    return { result: inputRequired({ requestState: requested, inputRequests: { [CONFIRM]: asking } }) }
  }
  return refused(
    `CONFIRMATION_REQUIRED: Nothing was done yet. Ask the person: ${JSON.stringify(question)} If they agree, call ${name} again with the same arguments and "${CONFIRM}": "${requested}" within ten minutes.`,
  )
}

const DECLINED = 'DECLINED: The person did not agree. Nothing was done.'
const INVALID =
  'CONFIRMATION_INVALID: The confirmation belongs to other arguments, or is older than ten minutes. Nothing was done. Call the tool without "confirm" to get a new one.'

function refused(text: string): Confirmation {
  return { result: { content: [{ type: 'text', text }], isError: true } }
}
