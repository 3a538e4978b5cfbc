import { requestDefinitions } from '../metrics/request-metrics.ts'
import { bucketsOf, countOf, perSecond, quantile, series, total } from './queries.ts'
import type { Section } from './section.ts'

export const requests: Section = {
  title: 'Requests',
  panels: [
    {
      title: 'Requests by route',
      unit: 'reqps',
      queries: {
        '{{method}} {{route}}': perSecond(countOf(requestDefinitions.durations), ['method', 'route']),
      },
    },
    {
      title: 'Duration',
      description: 'Until the response was sent.',
      queries: {
        p50: quantile(0.5, requestDefinitions.durations),
        p95: quantile(0.95, requestDefinitions.durations),
        p99: quantile(0.99, requestDefinitions.durations),
      },
    },
    {
      title: 'In flight, aborted, malformed',
      description: 'Aborted: the client closed the connection first. Malformed: no well-formed HTTP.',
      queries: {
        'in flight': total(requestDefinitions.inFlight),
        'aborted per second': perSecond(requestDefinitions.aborted),
        'malformed per second': perSecond(requestDefinitions.malformed),
      },
    },
    {
      title: 'Idempotency keys',
      unit: 'reqps',
      queries: { '{{outcome}}': perSecond(requestDefinitions.keyed, ['outcome']) },
    },
  ],
  alerts: [
    {
      name: 'GoodwordSlow',
      when: `histogram_quantile(0.99, sum by (instance, le) (rate(${series(bucketsOf(requestDefinitions.durations))}[5m]))) > 0.5`,
      lasting: '5m',
      severity: 'warning',
      summary: 'One request in a hundred takes more than half a second.',
      description:
        'Look at queue age, pending connections and event loop delay; the log lines "slow request" say where the time goes.',
    },
    {
      name: 'GoodwordUnauthorizedRequests',
      when: `rate(${series(requestDefinitions.responses, { status: '401' })}[15m]) > 1`,
      lasting: '15m',
      severity: 'warning',
      summary: 'Requests come with API keys that are not valid.',
      description:
        "The log lines with apiErrorCode UNAUTHORIZED name attemptedTenant and clientNetwork: a merchant's key has expired, or an attacker tries keys.",
    },
    {
      name: 'GoodwordRateLimited',
      when: `rate(${series(requestDefinitions.responses, { status: '429' })}[15m]) > 1`,
      lasting: '15m',
      severity: 'warning',
      summary: 'Requests are refused by the rate limit.',
      description:
        'The log lines with apiErrorCode TOO_MANY_REQUESTS name tenantId; raise the rate or talk to them.',
    },
    {
      name: 'GoodwordIdempotentResponsesNotStored',
      when: `increase(${series(requestDefinitions.keyed, { outcome: 'not_stored' })}[5m]) > 0`,
      severity: 'warning',
      summary: 'A request was carried out, but its response could not be stored for a repeat.',
      description:
        'A repeat has no second effect. The database failed in that moment: look at the log around it.',
    },
  ],
}
