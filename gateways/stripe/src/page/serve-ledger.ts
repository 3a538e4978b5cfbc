import { nextDueAt } from '@goodword/sandbox/clock/due-work'
import { toControlError } from '@goodword/sandbox/control/control-app'
import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { moveClock, plainGoal, setRunning } from '@goodword/sandbox/control/move-clock'
import { streamAdvance } from '@goodword/sandbox/control/progress'
import { nowOf } from '@goodword/sandbox/model/world'
import { sendPage } from '@goodword/sandbox/page/send-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Control } from '../control/maker.ts'
import type { StripeAccount } from '../model/account.ts'
import { addMonths } from '../money/periods.ts'
import { layout, type Section, sections } from './layout.ts'
import { views } from './views.ts'

const DAY_MS = 86_400_000
const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7 }

/** Serves the pages of accounts, and what their forms do. */
export function serveLedger(scope: FastifyInstance, control: Control): void {
  for (const { name, path } of sections) {
    scope.get(`/ledger/:accountId${path}`, (request, reply) => {
      return show(control, request, reply, { section: name, problem: null })
    })
  }
  scope.post('/ledger/:accountId/clock/running', async (request, reply) => {
    const account = accountOf(control, request)
    setRunning(control, account, fieldsOf(request).runs === 'true')
    return reply.redirect(`/ledger/${account.id}`, 303)
  })
  scope.post('/ledger/:accountId/clock', (request, reply) => move(control, request, reply, null))
  scope.post('/ledger/:accountId/clocks/:clockId', (request, reply) => {
    const { clockId = '' } = request.params as Record<string, string>
    return move(control, request, reply, clockId)
  })
}

/** Moves a clock as far as a form says, and shows the page it was on; the script of the page gets the progress of the account's clock. */
async function move(
  control: Control,
  request: FastifyRequest,
  reply: FastifyReply,
  clockId: string | null,
): Promise<FastifyReply> {
  const account = accountOf(control, request)
  const { by = '', to = '' } = fieldsOf(request)
  const section = clockId === null ? 'subscriptions' : 'clocks'
  const goal = () => goalOf(control, account, clockId, by, to)
  if (clockId === null && request.headers.accept === 'application/x-ndjson') {
    return reply.type('application/x-ndjson').send(streamAdvance(control, account, goal))
  }
  try {
    await moveClock(control, account, goal, { clockId })
  } catch (error) {
    const { status, message } = toControlError(error)
    if (status === 500) throw error
    return show(control, request, reply.code(status), { section, problem: message })
  }
  return reply.redirect(`/ledger/${account.id}${clockId === null ? '' : '/clocks'}`, 303)
}

function goalOf(
  { gateway }: Control,
  account: StripeAccount,
  clockId: string | null,
  by: string,
  to: string,
): number {
  const now = nowOf(gateway, account, clockId)
  const days = Object.hasOwn(daysOf, by) ? daysOf[by] : undefined
  if (days !== undefined) return now + days * DAY_MS
  if (by === 'month') return addMonths(now / 1000, 1) * 1000
  if (by === 'to' && clockId === null) return plainGoal(gateway, account, { to: `${to.slice(0, 16)}:00Z` })
  const due = by === 'due' ? nextDueAt(gateway, account, clockId) : null
  if (due === null) throw new ControlError('CONFLICT', 'Nothing is due.')
  return Math.max(now, due)
}

type Shown = { readonly section: Section; readonly problem: string | null }

function show(
  control: Control,
  request: FastifyRequest,
  reply: FastifyReply,
  { section, problem }: Shown,
): FastifyReply {
  const account = accountOf(control, request)
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [name, `${value}`]),
  )
  const content = views[section]({ gateway: control.gateway, account, query })
  return sendPage(reply, layout(control.gateway, account, { section, content, problem }))
}

function accountOf({ gateway }: Control, { params }: FastifyRequest): StripeAccount {
  const { accountId = '' } = params as Record<string, string>
  const account = gateway.accounts.get(accountId)
  if (account === undefined) throw notThere(`account ${accountId}`)
  return account
}

function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))
}
