import { expect, test } from 'vitest'
import { countSteps } from './count-steps.ts'

const lists: Record<string, (count: number) => unknown> = {
  'a loop': (count) => {
    let sum = 0
    for (let index = 0; index < count; index += 1) sum += index
    return sum
  },
  'a list that grows': (count) => {
    const list: number[] = []
    for (let index = 0; index < count; index += 1) list.push(index)
    return list
  },
  'one search': (count) => 'a'.repeat(count).indexOf('b'),
  'searches that go on where the last one ended': (count) => {
    const text = 'a'.repeat(count)
    let found = 0
    for (let at = text.indexOf('a'); at !== -1; at = text.indexOf('a', at + 1)) found += 1
    return found
  },
  'an expression that matches often': (count) => 'a b '.repeat(count).replaceAll(/ /g, '+'),
}

const squares: Record<string, (count: number) => unknown> = {
  'a loop in a loop': (count) => {
    let sum = 0
    for (let one = 0; one < count; one += 1) for (let other = 0; other < one; other += 1) sum += other
    return sum
  },
  'a list that is copied for each element': (count) => {
    let list: number[] = []
    for (let index = 0; index < count; index += 1) list = [...list, index]
    return list
  },
  'a list that is searched for each element': (count) => {
    const list: number[] = []
    for (let index = 0; index < count; index += 1) if (!list.includes(index)) list.push(index)
    return list
  },
  'searches that begin anew': (count) => {
    const text = 'a'.repeat(count)
    let found = 0
    for (let index = 0; index < count; index += 1) if (text.includes('b')) found += 1
    return found
  },
  'an expression for each element': (count) => {
    const text = 'a'.repeat(count)
    let found = 0
    for (let index = 0; index < count; index += 1) if (/b/.test(text)) found += 1
    return found
  },
  'a record that is listed for each element': (count) => {
    const record: Record<string, number> = {}
    for (let index = 0; index < count; index += 1) record[`a${index}`] = Object.keys(record).length
    return record
  },
}

async function growth(work: (count: number) => unknown): Promise<number> {
  return (await countSteps(() => work(1000))) / (await countSteps(() => work(500)))
}

test.each(Object.entries(lists))('twice as much of %s is twice as many steps', async (_, work) => {
  expect(await growth(work)).toBeLessThan(2.1)
})

test.each(Object.entries(squares))('twice as much of %s is four times as many steps', async (_, work) => {
  expect(await growth(work)).toBeGreaterThan(3)
})
