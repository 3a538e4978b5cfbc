import { nodeDefinitions, processDefinitions } from '../metrics/process-metrics.ts'
import { each, perSecond, series, sumOf } from './queries.ts'
import type { Section } from './section.ts'

export const process: Section = {
  title: 'Process',
  panels: [
    {
      title: 'Event loop delay',
      description: '0.010 is no delay.',
      queries: {
        '{{instance}} mean': each(nodeDefinitions.eventLoopDelayMean),
        '{{instance}} p99': each(nodeDefinitions.eventLoopDelayP99),
      },
    },
    {
      title: 'CPU and garbage collection',
      description: 'Processors in use.',
      unit: 'none',
      queries: {
        '{{instance}} CPU': perSecond(nodeDefinitions.cpuSeconds, ['instance']),
        '{{instance}} garbage collection': perSecond(sumOf(nodeDefinitions.garbageCollections), ['instance']),
      },
    },
    {
      title: 'Memory',
      description: 'Without that of an embedded PostgreSQL.',
      queries: { '{{instance}}': each(nodeDefinitions.residentMemory) },
    },
    {
      title: 'Versions',
      isPresent: true,
      queries: {
        '{{instance}}: Goodword {{version}}, Node.js {{node}}, PostgreSQL {{postgresql}}': each(
          processDefinitions.build,
        ),
      },
    },
    { title: 'Open files', queries: { '{{instance}}': each(nodeDefinitions.openFiles) } },
  ],
  alerts: [
    {
      name: 'GoodwordEventLoopSlow',
      when: `${series(nodeDefinitions.eventLoopDelayMean, { job: 'goodword' })} > 0.1`,
      lasting: '2m',
      severity: 'warning',
      summary: 'The processor is the limit of this process.',
      description: 'Start another process (PROCESS=web) on the same database.',
    },
    {
      name: 'GoodwordMemoryHigh',
      when: `${series(nodeDefinitions.residentMemory, { job: 'goodword' })} > 400e6`,
      lasting: '30m',
      severity: 'warning',
      summary: 'The process uses more memory than is usual.',
      description: 'Watch how it grows, restart it when it must be, and report it.',
    },
  ],
}
