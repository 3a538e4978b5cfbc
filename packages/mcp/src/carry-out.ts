import { ApiError } from '@goodword/client'
import type { Guides } from './docs/guides.ts'
import type { PendingWrite } from './pending-writes.ts'
import { visible } from './people-text.ts'
import type { Tool, ToolCall, WriteDescription } from './tool.ts'
import { tools } from './tools/all.ts'

type Answer = Readonly<Record<string, unknown>>
type Call = Omit<ToolCall, 'idempotencyKey'>

/**
 * Carries out a write that its person has confirmed. Its ID is the idempotency key, so that it has one effect, however often and at
 * how many places it is confirmed.
 *
 * @param call with the API as the person may use it after they have confirmed
 * @returns null if the write does not wait any more
 * @throws ApiError if the API refuses it, or is not reached: then it can be confirmed again
 */
export async function carryOut(call: Call, id: string): Promise<Answer | null> {
  const { writes } = call
  const write = await writes.confirm(id)
  if (write === null) return null
  try {
    const answer = await answerOf(call, write)
    await writes.finish(id, null)
    return answer
  } catch (error) {
    if (error instanceof ApiError && finalStatuses.includes(error.status ?? 0))
      await writes.finish(id, error.code)
    throw error
  }
}

const finalStatuses = [400, 403, 404, 422]

/** The answer to a write that was confirmed; that of a write which is done already comes from the idempotency key. */
export function answerOf(call: Call, { id, tool, input }: PendingWrite): Promise<Answer> {
  return toolOf(tool).run({ ...call, idempotencyKey: id }, input)
}

/** The description of a stored write for its person. */
export async function describeWrite(
  call: Pick<ToolCall, 'client' | 'signal'>,
  { tool, input }: PendingWrite,
): Promise<WriteDescription> {
  const { describe } = toolOf(tool)
  if (describe === null) throw new Error('a tool that only reads has no write to describe')
  return visible(await describe(call, input))
}

/** For writes, which search no guides. */
export const noGuides: Guides = { search: () => [] }

function toolOf(name: string): Tool {
  const found = tools.find((it) => it.name === name)
  if (found === undefined) throw new Error('tool of a stored write not found')
  return found
}
