import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteLateRequest } from '../faults/late-requests.ts'
import { firstHit, fitsRequest } from '../faults/rule-hits.ts'
import type { Account } from '../model/account.ts'
import type { Address } from '../model/address.ts'
import { isRequestFault, type RequestFault } from '../model/fault-rule.ts'
import type { World } from '../model/world.ts'

/** The requests to a processor's API, as its sandbox reads them. */
export type Api = {
  /** Reads the account and the address of a request; null for one that no rule can match. */
  readonly callerOf: (
    request: FastifyRequest,
  ) => { readonly account: Account; readonly address: Address } | null
  /** Carries a request out that was answered before, and returns the status it would have had; null for no route. */
  readonly carryOut: (request: FastifyRequest, reply: FastifyReply) => number | null
  /** Answers with a status, as the processor does when it is out of order. */
  readonly fail: (reply: FastifyReply, status: number) => FastifyReply
}

/** Applies the fault rules of accounts to the requests of their programs. */
export function injectFaults<A extends Account>(app: FastifyInstance, world: World<A>, api: Api): void {
  const spoilt = new WeakMap<FastifyRequest, SpoiltAnswer>()
  app.addHook('preHandler', async (request, reply) => {
    const caller = api.callerOf(request)
    if (caller === null) return
    const fault = findFault(caller.account, caller.address)
    if (fault === null) return
    world.log(`fault rule applied to ${request.method} ${request.url}: ${fault.kind}`)
    if (fault.kind === 'delay') return await passed(world.closing, fault.ms)
    if (fault.kind === 'hang') return await never()
    if (fault.kind === 'reset') {
      request.raw.socket.resetAndDestroy()
      return await never()
    }
    if (fault.kind === 'status') return await api.fail(reply, fault.status)
    if (fault.kind === 'applied_late') {
      noteLateRequest(caller.account, applyLate(world, api, request, reply, fault.ms))
      return await api.fail(reply, fault.status)
    }
    spoilt.set(request, fault.kind)
    // A body that is to be broken must not be compressed.
    if (fault.kind === 'malformed') delete request.headers['accept-encoding']
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const how = spoilt.get(request)
    return how === undefined ? payload : await breakAnswer(how, reply, payload)
  })
}

function findFault(account: Account, address: Address): RequestFault | null {
  const fitting = account.faults.filter(({ action, match }) => {
    return isRequestFault(action) && fitsRequest(match, address)
  })
  const action = firstHit(account, fitting)?.action
  return action !== undefined && isRequestFault(action) ? action : null
}

/** The log has the outcome of the request, because its client was answered before. */
async function applyLate<A extends Account>(
  { closing, log }: Pick<World<A>, 'closing' | 'log'>,
  { carryOut }: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  ms: number,
): Promise<void> {
  await new Promise((resolve) => reply.raw.once('close', resolve))
  try {
    await passed(closing, ms)
    if (closing.aborted) return
    const status = carryOut(request, reply)
    if (status !== null) log(`${status} ${request.method} ${request.url}: executed after the response`)
  } catch (error) {
    log(`${request.method} ${request.url} failed after the response: ${error}`)
  }
}

/** The machine's time, as the client knows no other. A sandbox that closes does not wait for it. */
async function passed(closing: AbortSignal, ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const removeListener = () => clearTimeout(timer)
    const timer = setTimeout(() => {
      closing.removeEventListener('abort', removeListener)
      resolve()
    }, ms)
    closing.addEventListener('abort', removeListener)
  })
}

/** The request ends when its connection does. */
async function never(): Promise<never> {
  return await new Promise<never>(() => undefined)
}

/** The fault of an answer whose request was carried out. */
type SpoiltAnswer = 'malformed' | 'truncated' | 'answer_lost'

/** The payload to send for an answer. Never resolves, and ends the connection itself, when nothing is to be sent. */
async function breakAnswer(how: SpoiltAnswer, reply: FastifyReply, payload: unknown): Promise<string> {
  const whole = Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '')
  if (how === 'malformed') return withoutEnd(whole.toString('utf8'))
  if (how === 'answer_lost') reply.raw.socket?.resetAndDestroy()
  else sendHalf(reply, whole)
  return await new Promise<never>(() => undefined)
}

/** Neither XML nor JSON without its last letter is any; a blank answer would be one with any number of blanks. */
function withoutEnd(text: string): string {
  const truncated = text.trimEnd().slice(0, -1)
  return truncated === '' ? '<' : truncated
}

/** Announces the whole answer. A reset would overtake the half that is sent, so the connection just ends. */
function sendHalf(reply: FastifyReply, whole: Buffer): void {
  const { raw, statusCode } = reply
  raw.writeHead(statusCode, { ...headersOf(reply), 'content-length': whole.length })
  raw.write(whole.subarray(0, Math.floor(whole.length / 2)), () => raw.socket?.destroySoon())
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, `${value}`]))
}
