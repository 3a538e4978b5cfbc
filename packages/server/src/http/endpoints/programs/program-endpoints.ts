import { endpoints } from '@goodword/contract/endpoints/all'
import { ProgramSettings } from '@goodword/contract/program'
import { Refusal } from '@goodword/contract/refusal'
import { replaceProgram } from '../../../operations/administration/programs/replace-program.ts'
import { readTestData } from '../../../operations/files/test-data/read-test-data.ts'
import { requestTestDataErasure } from '../../../operations/files/test-data/request-erasure.ts'
import type { DrainJobs } from '../../../operations/foundation/jobs/run-now.ts'
import { settingsOf } from '../../../operations/foundation/program/program-of.ts'
import { readProgram } from '../../../operations/foundation/program/read-program.ts'
import { moveTestClock, readTestClock } from '../../../operations/foundation/tenants/test-clock.ts'
import { forecastProgram } from '../../../operations/reporting/forecast-program.ts'
import { readIntegration } from '../../../operations/reporting/integration/read-integration.ts'
import { readAttention } from '../../../operations/reporting/read-attention.ts'
import { responseSerializer } from '../../requests/response-serializer.ts'
import type { ServeEndpoint } from '../../server/handler.ts'
import { knownLocale } from '../../welcome/offer-texts.ts'
import { offerPreview } from '../../welcome/preview-offer.ts'
import { pagePreview } from '../../welcome/preview-page.ts'

/** The settings of a program, its integration and its test data. */
export function programEndpoints(
  serve: ServeEndpoint,
  { drainJobs }: { readonly drainJobs?: DrainJobs },
): void {
  serve(endpoints.readAttention, (ctx, { tenant }) => readAttention(ctx, tenant.tenantId))
  serve(endpoints.readIntegration, (ctx, { tenant }) => readIntegration(ctx, tenant.tenantId))
  serve(endpoints.readProgram, (ctx, { tenant }) => readProgram(ctx, tenant.tenantId))
  serve(endpoints.replaceProgram, async (ctx, { tenant, body }) => {
    const { version } = body
    // What is cut to a schema that it met still meets it.
    const settings = withKnownFields(body) as ProgramSettings
    const program = await replaceProgram(ctx, tenant.tenantId, settings, version)
    if (program === null) {
      const message = `Version ${version} is out of date: the program was changed since you retrieved it. Retrieve it again and send your change with the new version.`
      throw new Refusal('STALE_VERSION', message, 'version')
    }
    return program
  })
  serve(endpoints.previewOffer, async (ctx, { tenant, body }) => {
    const settings = settingsOf(withKnownFields(body.program))
    const locale = knownLocale(body.locale)
    return { ...offerPreview(settings, locale), hostedPage: pagePreview(ctx, tenant, settings, locale) }
  })
  serve(endpoints.forecastProgram, (ctx, { tenant, body }) => {
    const { program, ...figures } = body
    const settings = program === undefined ? null : settingsOf(withKnownFields(program))
    return forecastProgram(ctx, tenant.tenantId, settings, figures)
  })
  serve(endpoints.readTestClock, (ctx, { tenant }) => readTestClock(ctx, tenant.tenantId))
  serve(endpoints.readTestData, (ctx, { tenant }) => readTestData(ctx, tenant.tenantId))
  serve(endpoints.eraseTestData, (ctx, { tenant, body, effectKey }) =>
    requestTestDataErasure(ctx, tenant.tenantId, { confirm: body.confirm, requestKey: effectKey }),
  )
  /** Jobs that take too long go on after the response, and those that failed are retried. */
  serve(endpoints.moveTestClock, async (ctx, { tenant, body }) => {
    const now = await moveTestClock(ctx, tenant.tenantId, body.now)
    const isDone = (await drainJobs?.(tenant.tenantId, { until: now, retriesFailed: false })) ?? true
    if (isDone) return { now, movingTo: null, reached: now, jobsLeft: 0, jobsRetrying: 0 }
    // The time is the one that was asked for, whatever the clock shows by now.
    return { ...(await readTestClock(ctx, tenant.tenantId)), now }
  })
}

// Settings are stored as they are: an unknown field inside a reward or a rule would be stored with them.
const withKnownFields = responseSerializer(ProgramSettings)
