import { describe, expect, test } from 'vitest'
import { StatisticsStory } from '../../testing/statistics/statistics-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { recountStatistics } from './recount-statistics.ts'

const service = await startTestService()
const { live, operator } = service
const story = new StatisticsStory(service)

describe('a recount', () => {
  test('a recount repairs figures, and reports those that were wrong', async () => {
    await story.convert()
    await story.settle()
    const right = await story.read()
    expect(await recountStatistics(operator, live.alias)).toMatchObject({ alias: 'acme', timeZone: 'UTC' })
    expect(await story.read()).toEqual(right)
    await story.query(
      `update app.statistic_count set amount = amount + 5
       where tenant_id = $1 and metric = 'ATTRIBUTED' and period = 'DAY' and start = (
         select max(start) from app.statistic_count where tenant_id = $1 and metric = 'ATTRIBUTED' and period = 'DAY'
       )`,
      [live.alias],
    )
    await story.query(`delete from app.statistic_referrer where tenant_id = $1 and period = 'ALL'`, [
      live.alias,
    ])
    const wrong = await story.read()
    expect(wrong.funnel.attributed).toBe(right.funnel.attributed + 5)
    const { differences, examples } = await recountStatistics(operator, live.alias)
    expect(differences).toBeGreaterThan(1)
    expect(examples).toContainEqual(
      expect.objectContaining({ period: 'DAY', figure: 'ATTRIBUTED', key: 'CODE' }),
    )
    expect(await story.read()).toEqual(right)
    await story.settle()
    const generations = 'select state from app.statistic_generation where tenant_id = $1'
    expect(await story.query(generations, [live.alias])).toEqual([{ state: 'CURRENT' }])
    await expect(recountStatistics(operator, 'nobody')).rejects.toThrow('There is no tenant')
  })

  test('a recount for another time zone goes on while things happen, and the old figures stand until it is done', async () => {
    await story.convert()
    await story.settle()
    const before = await story.read()
    await service.setProgram({ timeZone: 'Pacific/Kiritimati' })
    await story.convert()
    await story.publish()
    const meanwhile = await story.read()
    expect(meanwhile).toMatchObject({ recounting: true, timeZone: 'UTC' })
    expect(meanwhile.funnel.converted).toBe(before.funnel.converted + 1)
    await story.settle()
    const after = await story.read()
    expect(after).toMatchObject({ recounting: false, timeZone: 'Pacific/Kiritimati' })
    expect(after.funnel.converted).toBe(meanwhile.funnel.converted)
    await service.setProgram({})
    await story.settle()
    expect((await story.read()).timeZone).toBe('UTC')
  })
})
