import { processDefinitions } from '../metrics/process-metrics.ts'
import { requestDefinitions } from '../metrics/request-metrics.ts'
import { lowest, perSecond, series } from './queries.ts'
import type { Section } from './section.ts'

export const health: Section = {
  title: 'Health',
  panels: [
    {
      title: 'Readiness',
      description: '0 is a failing check of GET /readyz.',
      queries: { '{{instance}} {{check}}': lowest(processDefinitions.ready, ['instance', 'check']) },
    },
    {
      title: 'Responses by status',
      description: '500 is a defect, 503 an unavailable database or load shedding, 429 a rate limit.',
      unit: 'reqps',
      queries: { '{{status}}': perSecond(requestDefinitions.responses, ['status']) },
    },
    {
      title: 'Errors by code',
      description: 'The apiErrorCode of error responses. The log lines of requests have the same field.',
      unit: 'reqps',
      queries: { '{{code}}': perSecond(requestDefinitions.errors, ['code']) },
    },
  ],
  alerts: [
    {
      name: 'GoodwordDown',
      when: 'up{job="goodword"} == 0',
      lasting: '1m',
      severity: 'critical',
      summary: 'A process does not respond.',
      description: 'Look at its last log lines; whatever supervises it should have restarted it.',
    },
    {
      name: 'GoodwordNotReady',
      when: `min by (instance, check) (${series(processDefinitions.ready)}) == 0`,
      lasting: '1m',
      severity: 'critical',
      summary: 'The readiness check {{ $labels.check }} fails.',
      description: 'GET /readyz says why and for how long; then run doctor.',
    },
    {
      name: 'GoodwordInternalErrors',
      when: `increase(${series(requestDefinitions.responses, { status: '500' })}[5m]) > 0`,
      severity: 'critical',
      summary: 'Requests were answered with 500, which is a defect of the service.',
      description: 'Find the log lines "unexpected error" and report them.',
    },
    {
      name: 'GoodwordUnavailable',
      when: `rate(${series(requestDefinitions.responses, { status: '503' })}[5m]) > 0.1`,
      lasting: '2m',
      severity: 'critical',
      summary: 'Requests are answered with 503.',
      description:
        'The log says which: "database unavailable: …", "load shedding: requests rejected" or "request timed out".',
    },
  ],
}
