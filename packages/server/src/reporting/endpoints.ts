import { endpoints } from '@goodword/contract/all-endpoints'
import { withKnownFields } from '../frame/http/requests/program-settings.ts'
import type { ServeEndpoint } from '../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../frame/http/server/list-page.ts'
import { settingsOf } from '../frame/program/program-of.ts'
import { forecastProgram } from './forecast-program.ts'
import { createSimulation } from './fraud-simulation/create-simulation.ts'
import { readHeldPage, readSimulation } from './fraud-simulation/read-simulation.ts'
import { simulationAnswer } from './fraud-simulation/simulation-answer.ts'
import { readIntegration } from './integration/read-integration.ts'
import { readAttention } from './read-attention.ts'
import { listReferrers } from './statistics/list-referrers.ts'
import { readFraudRules } from './statistics/read-fraud-rules.ts'
import { readStatistics } from './statistics/read-statistics.ts'

/** How many there are of everything. */
export function statisticsEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.readFraudRules, (ctx, { tenant, query }) => {
    const { from = null, to = null } = query
    return readFraudRules(ctx, tenant.tenantId, { from, to })
  })
  serve(endpoints.createFraudSimulation, async (ctx, { tenant, body }) => {
    const { tenantId } = tenant
    const row = await createSimulation(ctx, tenantId, body)
    const answer = simulationAnswer(row, await readHeldPage(ctx, tenantId, row, null))
    return { status: row.state === 'DONE' ? (200 as const) : (202 as const), answer }
  })
  serve(endpoints.readFraudSimulation, async (ctx, { tenant, params, query }) => {
    const { tenantId } = tenant
    const row = await readSimulation(ctx, tenantId, params.simulationId)
    return simulationAnswer(row, await readHeldPage(ctx, tenantId, row, query.cursor ?? null))
  })
  serve(endpoints.readStatistics, (ctx, { tenant, query }) => {
    const { from = null, to = null, interval = 'DAY', compare } = query
    const asked = { from, to, interval, hasPrevious: compare === 'PREVIOUS_PERIOD' }
    return readStatistics(ctx, tenant.tenantId, asked)
  })
  serve(endpoints.listTopReferrers, async (ctx, { tenant, query }) => {
    const { filter, page } = listQuestion(query)
    const { from = null, to = null, rankedBy = 'CONVERTED' } = filter
    const found = await listReferrers(ctx, tenant.tenantId, { from, to, rank: rankedBy }, page)
    return { ...listAnswer(found), referrers: found.rows }
  })
  serve(endpoints.readAttention, (ctx, { tenant }) => readAttention(ctx, tenant.tenantId))
  serve(endpoints.readIntegration, (ctx, { tenant }) => readIntegration(ctx, tenant.tenantId))
  serve(endpoints.forecastProgram, (ctx, { tenant, body }) => {
    const { program, ...figures } = body
    const settings = program === undefined ? null : settingsOf(withKnownFields(program))
    return forecastProgram(ctx, tenant.tenantId, settings, figures)
  })
}
