import type { Integration } from '@goodword/contract/program/integration'
import type { TenantId } from '@goodword/domain/values/ids'
import { connectionIn } from '../../billing/connections/read-connection.ts'
import { rejectedOf } from '../../billing/notifications/read-notifications.ts'
import { loadConnection } from '../../billing/rows/connections.ts'
import { notificationTimes } from '../../billing/rows/notification-list.ts'
import type { Context } from '../../frame/context.ts'
import {
  type IntegrationActivity,
  integrationActivityIn,
  pageOrigin,
  type SeenActivity,
} from '../../frame/integration-activity.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { claimsOfTenant } from '../../frame/rows/domain-claims.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { conversionTimes } from '../../referring/referrals/rows/referral-times.ts'
import { integrationStepsOf } from './integration-steps.ts'
import { lookUpCookieLife } from './look-up-cookie-life.ts'

/** Reads the integration activity of a tenant, and the steps that are missing. */
export async function readIntegration(ctx: Context, tenantId: TenantId): Promise<Integration> {
  const { claims, ...seen } = await ctx.readTenant(tenantId, async (tx) => {
    const [program, claims, activity, notifications, conversions, isConnected] = await Promise.all([
      loadProgram(tx),
      claimsOfTenant(tx),
      integrationActivityIn(ctx, tx),
      notificationTimes(tx),
      conversionTimes(tx),
      loadConnection(tx).then((row) => row !== null),
    ])
    const connection = isConnected ? await connectionIn(ctx, tx) : null
    const settings = settingsOf(program.settings)
    const pages = pagesOf(ctx, activity, settings.allowedOrigins)
    const isClockMoved = tx.aheadMs !== 0
    return { settings, claims, activity, pages, connection, notifications, conversions, isClockMoved }
  })
  const { settings, activity, pages } = seen
  // After the transaction: name servers take their time.
  const cookies = await lookUpCookieLife(ctx, claims, settings.landingPage)
  return {
    steps: integrationStepsOf({ ...seen, cookies }).map(({ guide, ...step }) => ({
      ...step,
      guideUrl: `${ctx.baseUrl}/docs/guides/${guide}`,
    })),
    pages,
    identifications: {
      signed: callsOf(activity.of('IDENTIFIED_SIGNED')),
      unsigned: callsOf(activity.of('IDENTIFIED_UNSIGNED')),
      invalidSignature: callsOf(activity.of('SIGNATURE_INVALID')),
    },
    rejectedNotifications: rejectedOf(activity.of('NOTIFICATION_REJECTED')),
  }
}

const KEPT_MS = 30 * 86_400_000

/** The pages without the widget, which is a page of this service. */
function pagesOf(ctx: Context, { byOrigin }: SeenActivity, allowedOrigins: readonly string[]) {
  const own = pageOrigin(ctx.baseUrl)
  const since = ctx.clock.now() - KEPT_MS
  const seen = [...byOrigin('SCRIPT', 'PAGE')].filter(([origin, it]) => origin !== own && it.lastAt > since)
  return seen
    .toSorted(([, one], [, other]) => other.lastAt - one.lastAt)
    .map(([origin, { firstAt, lastAt }]) => ({
      origin,
      allowed: allowedOrigins.length === 0 || allowedOrigins.includes(origin),
      dateFirst: firstAt,
      dateLast: lastAt,
    }))
}

function callsOf(it: IntegrationActivity | null) {
  return { count: it?.count ?? 0, dateFirst: it?.firstAt ?? null, dateLast: it?.lastAt ?? null }
}
