import { nullable, recordId } from '@goodword/contract/frame/values'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'

export const getRequest = defineTool({
  name: 'get_request',
  title: 'Read what came of a change',
  description:
    'Returns what came of a change that waits for the person: `WAITING` for them to confirm at `address`, `DONE`, `REFUSED`, or `FAILED` with the code of the error. `EXPIRED` if it was asked for more than a day ago. After `DONE`, the same call of its tool returns the answer.',
  input: Type.Object({ requestId: recordId('The ID that the tool returned with the link.') }),
  output: Type.Object({
    state: Type.String({ description: 'What came of it.' }),
    errorCode: nullable(Type.String()),
    address: nullable(
      Type.String({ description: 'Where the person confirms it; null if it does not wait.' }),
    ),
  }),
  needs: 'requests',
  async run({ writes }, { requestId }) {
    const write = await writes.read(requestId)
    const state = write?.state ?? 'EXPIRED'
    const isWaiting = state === 'WAITING' || state === 'CONFIRMED'
    return {
      state: isWaiting ? 'WAITING' : state,
      errorCode: write?.errorCode ?? null,
      address: isWaiting ? writes.address : null,
    }
  },
})
