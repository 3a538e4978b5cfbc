import type { FastifyInstance } from 'fastify'
import type { StateKeeper } from '../state/keep-state.ts'

/** Writes the changes of a request before its response, so that acknowledged changes are in the file. */
export function commitAnswers(app: FastifyInstance, keeper: StateKeeper): void {
  app.addHook('onSend', async ({ url }, _reply, payload) => {
    const id = /^\/(?:merchants|sandbox\/merchants|ledger)\/([^/?]+)/.exec(url)?.[1]
    if (id !== undefined) keeper.commit(id)
    return payload
  })
}
