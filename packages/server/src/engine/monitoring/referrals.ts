import { businessDefinitions } from '../metrics/business-metrics.ts'
import { clickDefinitions } from '../metrics/click-metrics.ts'
import { bucketsOf, highest, inAnHour, inDays, perSecond, quantile, series } from './queries.ts'
import type { Section } from './section.ts'

export const referrals: Section = {
  title: 'Referrals of all merchants',
  panels: [
    {
      title: 'Referrals',
      description: 'In an hour.',
      queries: {
        identified: inAnHour(businessDefinitions.identifications),
        attributed: inAnHour(businessDefinitions.attributions),
        converted: inAnHour(businessDefinitions.conversions),
        ended: inAnHour(businessDefinitions.ended),
      },
    },
    {
      title: 'Codes that did not attribute',
      description: 'In an hour, by the reason on the timeline of the account.',
      queries: { '{{reason}}': inAnHour(businessDefinitions.skipped, ['reason']) },
    },
    {
      title: 'Rewards',
      description: 'In an hour.',
      queries: {
        'created {{source}} {{type}}': inAnHour(businessDefinitions.rewards, ['source', 'type']),
        'redeemed {{type}}': inAnHour(businessDefinitions.redemptions, ['type']),
      },
    },
    {
      title: 'Decisions about held rewards',
      description: 'How long sides of referrals waited for the decision of staff.',
      queries: {
        'half of them waited less': quantile(0.5, businessDefinitions.decisions),
        '95 % waited less': quantile(0.95, businessDefinitions.decisions),
      },
    },
    {
      title: 'Referrals that wait for staff',
      description: 'Of live programs; counted up to 10,000.',
      queries: {
        waiting: highest(businessDefinitions.waiting, [], { mode: 'live' }),
        'oldest, in days': inDays(highest(businessDefinitions.oldestWaiting, [], { mode: 'live' })),
      },
    },
    {
      title: 'Clicks on share links',
      unit: 'cps',
      queries: {
        recorded: perSecond(clickDefinitions.recorded),
        'ignored: {{reason}}': perSecond(clickDefinitions.ignored, ['reason']),
        'lost: {{reason}}': perSecond(clickDefinitions.lost, ['reason']),
      },
    },
  ],
  alerts: [
    {
      name: 'GoodwordSlowReviews',
      when: `histogram_quantile(0.5, sum by (job, le) (increase(${series(bucketsOf(businessDefinitions.decisions))}[7d]))) > 604800`,
      lasting: '1h',
      severity: 'warning',
      summary: 'Half of the held rewards wait for the decision of staff for more than a week.',
      description:
        'Referrers wait for these rewards. The merchants find them under Review; reviewDays of a program sets a time.',
    },
    {
      name: 'GoodwordReviewForgotten',
      when: `max by (job) (${series(businessDefinitions.oldestWaiting, { mode: 'live' })}) > 2592000`,
      lasting: '1h',
      severity: 'warning',
      summary: 'A held reward has waited for the decision of staff for more than 30 days.',
      description:
        'Its referrer waits for it. Tell the merchant, who finds it under Review as the oldest; reviewDays of a program sets a time after which such rewards are approved.',
    },
    {
      name: 'GoodwordClicksLost',
      when: `sum by (instance, reason) (rate(${series(clickDefinitions.lost)}[5m])) > 0`,
      lasting: '5m',
      severity: 'warning',
      summary:
        'Clicks on share links are not counted ({{ $labels.reason }}); visitors are redirected all the same.',
      description:
        'unavailable, timeout, queue_full: look at the database. error: find the log line "click not recorded"; when it names a partition, run a process other than PROCESS=web.',
    },
    {
      name: 'GoodwordNoConversions',
      when: `sum by (job) (increase(${series(businessDefinitions.attributions)}[1d])) > 20 and sum by (job) (increase(${series(businessDefinitions.conversions)}[1d])) == 0`,
      lasting: '1h',
      severity: 'warning',
      summary: 'Accounts are attributed, but none has converted for a day.',
      description:
        "Look whether the merchants' servers still report payments (accountsync with status PAID): compare requests by route with last week.",
    },
  ],
}
