import { connectProcessor } from '@goodword/contract/billing/connection-endpoints'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance } from 'fastify'
import { connectLocalGateway, type LocalGateway } from '../../billing/connections/local-gateway.ts'
import { actorNamed } from '../../frame/actor.ts'
import type { Context } from '../../frame/context.ts'
import { requirePermission } from '../../frame/http/access/authenticate.ts'
import { requireMember, requireSession } from './account.ts'
import { clientOf } from './noted-acts.ts'
import { portalRoute } from './portal-route.ts'

/** The payment processor on this machine: where it is, and connecting a test program to it in one request. */
export function serveLocalGateway(
  app: FastifyInstance,
  ctx: Context,
  gatewayOf: () => LocalGateway | null,
): void {
  portalRoute(app, ctx, {
    method: 'GET',
    url: '/portal/local-gateway',
    body: null,
    async answer({ request }) {
      await requireSession(ctx, request)
      const gateway = gatewayOf()
      return { gateway: gateway === null ? null : { processor: gateway.processor, url: gateway.url } }
    },
  })
  portalRoute(app, ctx, {
    method: 'POST',
    url: '/portal/local-gateway/:tenantAlias',
    body: null,
    async answer({ request }) {
      const member = await requireMember(ctx, request, String(Object(request.params).tenantAlias))
      requirePermission({ kind: 'staff', ...member }, connectProcessor)
      if (member.mode === 'live') throw onlyTest()
      const gateway = gatewayOf()
      if (gateway === null) throw noGateway()
      const actor = { ...actorNamed(`staff ${member.staffId} ${member.email}`), ...clientOf(request) }
      return connectLocalGateway(ctx.actingAs(actor), member.tenantId, gateway)
    },
  })
}

function onlyTest(): Refusal {
  const message =
    'The local gateway charges test cards only, so it is for test programs. Use the test_ alias.'
  return new Refusal('VALIDATION_FAILED', message, 'tenantAlias')
}

function noGateway(): Refusal {
  return new Refusal(
    'PROCESSOR_UNAVAILABLE',
    'There is no local gateway. npm start opens one; for one of your own, enter its address and keys.',
  )
}
