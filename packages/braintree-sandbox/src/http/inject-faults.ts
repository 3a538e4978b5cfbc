import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteLateRequest } from '../faults/late-requests.ts'
import { firstHit, fitsRequest } from '../faults/rule-hits.ts'
import type { Gateway } from '../gateway.ts'
import type { FaultAction } from '../model/fault-rule.ts'
import type { Merchant } from '../model/merchant.ts'
import { type Address, addressOf } from '../protocol/address-of.ts'
import { breakAnswer, type SpoiltAnswer } from './break-answer.ts'
import { carryOut } from './gateway-app.ts'

/** Applies the fault rules of a merchant to requests below `/merchants/{merchant id}`. */
export function injectFaults(app: FastifyInstance, gateway: Gateway): void {
  const spoilt = new WeakMap<FastifyRequest, SpoiltAnswer>()
  app.addHook('preHandler', async (request, reply) => {
    const fault = findFault(gateway, request)
    if (fault === null || fault.kind === 'decline') return
    gateway.log(`fault rule applied to ${request.method} ${request.url}: ${fault.kind}`)
    if (fault.kind === 'delay') return await passed(gateway, fault.ms)
    if (fault.kind === 'hang') return await never()
    if (fault.kind === 'reset') {
      request.raw.socket.resetAndDestroy()
      return await never()
    }
    if (fault.kind === 'status') return await sendRejection(reply, fault.status)
    if (fault.kind === 'applied_late') {
      applyLate(gateway, request, reply, fault.ms)
      return await sendRejection(reply, fault.status)
    }
    spoilt.set(request, fault.kind)
    // What is to be broken must be there to be read.
    if (fault.kind === 'malformed') delete request.headers['accept-encoding']
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const how = spoilt.get(request)
    return how === undefined ? payload : await breakAnswer(how, reply, payload)
  })
}

function findFault(gateway: Gateway, { raw }: FastifyRequest): FaultAction | null {
  const address = addressOf(raw)
  const merchant = merchantOf(gateway, address)
  if (address === null || merchant === null) return null
  const fitting = merchant.faults.filter(({ action, match }) => {
    return action.kind !== 'decline' && fitsRequest(match, address)
  })
  return firstHit(merchant, fitting)?.action ?? null
}

/** What becomes of the request then is in the log: its client was answered before. */
function applyLate(gateway: Gateway, request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { gatewayRoute } = request.routeOptions.config
  const merchant = merchantOf(gateway, addressOf(request.raw))
  const answered = new Promise((resolve) => reply.raw.once('close', resolve))
  const work = answered
    .then(() => passed(gateway, ms))
    .then(() => {
      if (gatewayRoute === undefined || gateway.closing.aborted) return
      const answer = carryOut(gateway, gatewayRoute, request, reply)
      const status = answer.kind === 'redirection' ? 303 : answer.status
      gateway.log(`${status} ${request.method} ${request.url}: executed after the response`)
    })
    .catch((error) => gateway.log(`${request.method} ${request.url} failed after the response: ${error}`))
  if (merchant !== null) noteLateRequest(merchant, work)
}

function merchantOf({ merchants }: Gateway, address: Address | null): Merchant | null {
  return address === null ? null : (merchants.get(address.merchantId) ?? null)
}

async function sendRejection(reply: FastifyReply, status: number): Promise<FastifyReply> {
  return await reply.code(status).type('application/xml; charset=utf-8').send(' ')
}

/** The machine's time, as the client knows no other. A gateway that closes does not wait for it. */
async function passed({ closing }: Gateway, ms: number): Promise<void> {
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
