import type { Readable } from 'node:stream'
import { toControlError } from '@goodword/sandbox/control/control-app'
import { ControlError } from '@goodword/sandbox/control/control-error'
import { fitted } from '@goodword/sandbox/control/fitted'
import { moveClock, setRunning } from '@goodword/sandbox/control/move-clock'
import { streamAdvance } from '@goodword/sandbox/control/progress'
import { countAnew } from '@goodword/sandbox/control/routes/fault-routes'
import { barrierBody, findNotification } from '@goodword/sandbox/control/routes/notification-routes'
import { sendPage } from '@goodword/sandbox/page/send-page'
import { send } from '@goodword/sandbox/webhooks/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { destinationBody, type FaultBody, faultBody, templateBody } from '../control/bodies.ts'
import { type Control, findMerchant } from '../control/control-route.ts'
import { customField } from '../control/fixtures/fixtures-schema.ts'
import { destinationOf, templateOf } from '../control/fixtures/make-merchant.ts'
import { goalOf, type Journey } from '../control/journey.ts'
import { makeFault } from '../control/make-fault.ts'
import { findDestination } from '../control/routes/destination-routes.ts'
import {
  keepSnapshot,
  removeSnapshot,
  resetMerchant,
  restoreSnapshot,
} from '../control/routes/snapshot-routes.ts'
import { nowOf } from '../gateway.ts'
import { addMonths, dayOf, momentOf } from '../model/day.ts'
import type { Merchant } from '../model/merchant.ts'
import { notifyCheck } from '../webhooks/notify.ts'
import { renderSection, type Section, type steps } from './pages.ts'

type Posted = {
  readonly control: Control
  readonly merchant: Merchant
  readonly id: string
  readonly given: Readonly<Record<string, string>>
}

type Post = {
  readonly path: string
  /** The section that is shown after a success, and with the problem after a failure. */
  readonly section: Section
  readonly work: (posted: Posted) => unknown
}

const posts: readonly Post[] = [
  {
    path: '/clock/running',
    section: 'subscriptions',
    work: ({ control, merchant, given }) => setRunning(control, merchant, given.runs === 'true'),
  },
  {
    path: '/destinations',
    section: 'webhooks',
    work: ({ merchant, given }) => {
      const body = fitted(destinationBody, { url: (given.url ?? '').trim() }, 'The destination')
      merchant.destinations.push(destinationOf(merchant, body))
    },
  },
  {
    path: '/destinations/:id/check',
    section: 'webhooks',
    work: ({ control, merchant, id }) =>
      notifyCheck(control.gateway, merchant, findDestination(merchant, id)),
  },
  {
    path: '/destinations/:id/remove',
    section: 'webhooks',
    work: ({ merchant, id }) => {
      merchant.destinations = merchant.destinations.filter((each) => each !== findDestination(merchant, id))
    },
  },
  {
    path: '/barrier',
    section: 'webhooks',
    work: ({ merchant, given }) => {
      const url = (given.url ?? '').trim()
      merchant.barrier = url === '' ? null : fitted(barrierBody, { url }, 'The barrier').url
    },
  },
  {
    path: '/custom-fields',
    section: 'setup',
    work: ({ merchant, given }) => {
      const { name } = fitted(customField, { name: (given.name ?? '').trim() }, 'The custom field')
      const others = merchant.customFields.filter((each) => each.name !== name)
      merchant.customFields = [...others, { name, kind: 'store_and_pass_back' }]
    },
  },
  {
    path: '/custom-fields/:id/remove',
    section: 'setup',
    work: ({ merchant, id }) => {
      merchant.customFields = merchant.customFields.filter((each) => each.name !== id)
    },
  },
  {
    path: '/discounts',
    section: 'setup',
    work: ({ control, merchant, given }) => {
      const [id = '', name = '', amount = ''] = [given.id, given.name, given.amount].map((it) => it?.trim())
      const body = fitted(templateBody, { id, amount, ...(name === '' ? {} : { name }) }, 'The discount')
      merchant.discounts.set(id, templateOf(body, 'discount', nowOf(control.gateway, merchant)))
    },
  },
  {
    path: '/discounts/:id/remove',
    section: 'setup',
    work: ({ merchant, id }) => merchant.discounts.delete(id),
  },
  {
    path: '/webhooks/:id/resend',
    section: 'webhooks',
    work: ({ control, merchant, id }) =>
      send(control.gateway, merchant, findNotification(merchant, id), true),
  },
  {
    path: '/faults',
    section: 'faults',
    work: ({ merchant, given }) => {
      merchant.faults = [...merchant.faults, makeFault(merchant, readFaultForm(given), 'The rule')]
    },
  },
  {
    path: '/faults/:id/remove',
    section: 'faults',
    work: ({ merchant, id }) => {
      merchant.faults = merchant.faults.filter((each) => each.id !== id)
    },
  },
  {
    path: '/faults/reset',
    section: 'faults',
    work: ({ merchant }) => countAnew(merchant),
  },
  {
    path: '/snapshots',
    section: 'snapshots',
    work: ({ control, merchant, given }) => keepSnapshot(control, merchant, given.name?.trim()),
  },
  {
    path: '/snapshots/restore',
    section: 'snapshots',
    work: ({ control, merchant, given }) => restoreSnapshot(control, merchant, given.name),
  },
  {
    path: '/snapshots/remove',
    section: 'snapshots',
    work: ({ control, merchant, given }) => removeSnapshot(control, merchant, given.name),
  },
  {
    path: '/snapshots/reset',
    section: 'snapshots',
    work: ({ control, merchant }) => resetMerchant(control, merchant),
  },
]

/** Serves the page's forms. Each redirects to a page that can be loaded again without a second post. */
export function servePosts(scope: FastifyInstance, control: Control): void {
  for (const post of posts) {
    scope.post(`/ledger/:merchantId${post.path}`, async (request, reply) => {
      const { merchantId, id = '' } = request.params as Record<string, string>
      const merchant = findMerchant(control, merchantId)
      const given = readForm(request)
      try {
        await post.work({ control, merchant, id, given })
      } catch (error) {
        return refused(control, merchant, post.section, { error, given, reply })
      }
      return reply.redirect(backFrom(request, merchant), 303)
    })
  }
  scope.post('/ledger/:merchantId/clock', async (request, reply) => {
    const merchant = findMerchant(control, (request.params as Record<string, string>).merchantId)
    const given = readForm(request)
    const isScript = request.headers.accept === 'application/x-ndjson'
    try {
      const lines = await moveByForm(control, merchant, given, isScript)
      if (lines !== null) return reply.type('application/x-ndjson').send(lines)
    } catch (error) {
      return refused(control, merchant, 'subscriptions', { error, given, reply })
    }
    return reply.redirect(backFrom(request, merchant), 303)
  })
}

type Refused = {
  readonly error: unknown
  readonly given: Readonly<Record<string, string>>
  readonly reply: FastifyReply
}

/** @throws every error that is no fault of the form */
function refused(control: Control, merchant: Merchant, section: Section, { error, given, reply }: Refused) {
  const { status, message } = toControlError(error)
  if (status === 500) throw error
  return sendPage(reply.code(status), renderSection(control, merchant, section, { problem: message, given }))
}

function readForm({ body }: FastifyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))
}

/** The page that the form was on. */
function backFrom({ headers }: FastifyRequest, { id }: Merchant): string {
  const from = URL.parse(headers.referer ?? '')
  const isOfLedger = from !== null && from.host === headers.host && from.pathname.startsWith(`/ledger/${id}`)
  return isOfLedger ? `${from.pathname}${from.search}` : `/ledger/${id}`
}

/** A rule from the page's form: empty fields are absent. @throws {Misfit} */
function readFaultForm(given: Readonly<Record<string, string>>): FaultBody {
  const text = (name: string) => given[name]?.trim() || undefined
  const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)))
  // The form has a field for every kind; of those, a kind takes its own.
  const own: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    delay: { ms: number('ms') },
    status: { status: number('status') },
    applied_late: { ms: number('ms'), status: number('status') },
    decline: { code: text('code'), subscriptionId: text('subscriptionId') },
  }
  const action = { kind: text('kind'), ...own[given.kind ?? ''] }
  const body = {
    method: text('method'),
    path: text('path'),
    from: number('from'),
    times: number('times'),
    probability: number('probability'),
  }
  return fitted(faultBody, { ...withoutGaps(body), action: withoutGaps(action) }, 'The rule')
}

function withoutGaps(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Moves the clock by the page's form; with a script it streams the progress, otherwise it returns at the end. */
async function moveByForm(
  control: Control,
  merchant: Merchant,
  given: Readonly<Record<string, string>>,
  isScript: boolean,
): Promise<Readable | null> {
  const journey = journeyOf(nowOf(control.gateway, merchant), given)
  const goal = () => goalOf(control.gateway, merchant, journey)
  if (isScript) return streamAdvance(control, merchant, goal)
  await moveClock(control, merchant, goal)
  return null
}

/** @throws {ControlError} */
function journeyOf(now: number, { by = '', to = '' }: Readonly<Record<string, string>>): Journey {
  const journeys: Readonly<Record<keyof typeof steps, Journey>> = {
    hour: { hours: 1 },
    day: { days: 1 },
    week: { days: 7 },
    month: { to: monthsAfter(now, 1) },
    year: { to: monthsAfter(now, 12) },
    due: { nextDue: true },
    cycle: { cycles: 1 },
  }
  const journey = Object.entries(journeys).find(([step]) => step === by)?.[1]
  if (journey !== undefined) return journey
  if (by === 'to' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(to)) return { to: `${to.slice(0, 16)}:00Z` }
  throw new ControlError('INVALID', 'Enter a duration or a time to move the clock to.')
}

/** The time of day of `now`, months later. */
function monthsAfter(now: number, months: number): string {
  const timeOfDay = now - momentOf(dayOf(now))
  return new Date(momentOf(addMonths(dayOf(now), months)) + timeOfDay).toISOString()
}
