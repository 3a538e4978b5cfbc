import { expect, test } from 'vitest'
import { type ExampleProgram, examplePrograms } from '../testing/example-programs.ts'
import { type SimulatedMonth, simulateYear } from '../testing/simulated-year.ts'
import type { Currency } from '../values/money.ts'
import { programForecast } from './program-forecast.ts'

const PEOPLE = { referrers: 20, friendsPerMonth: 15, monthlyCancellationRate: 0.04 }
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1)
const FIGURES = ['converted', 'bills', 'friendDiscountMinor', 'referrerDiscountMinor'] as const

/** The tolerance of a forecast. */
const TOLERANCE = 0.05

test.each(examplePrograms)('the forecast is within 5 % of what comes, in a program with $name', (program) => {
  const years = SEEDS.map((seed) => yearOf(program, seed))
  const { months, total } = forecastOf(program)

  const wrongMonths = averageOf(years).flatMap((simulated, index) =>
    FIGURES.map((name) => ({
      month: index + 1,
      name,
      forecast: months[index]?.[name] ?? Number.NaN,
      simulated: simulated[name],
    })).filter((it) => !isNear(it.forecast, it.simulated)),
  )
  expect(wrongMonths).toEqual([])

  const sums = years.map((year) => year.reduce((sum, it) => sum + it.referrerDiscountMinor, 0))
  expect(Math.min(...sums)).toBeGreaterThan(0)
  expect(sums.filter((it) => !isNear(total.referrerDiscountMinor, it))).toEqual([])
})

function forecastOf(program: ExampleProgram) {
  const { referrers, friendsPerMonth, monthlyCancellationRate } = PEOPLE
  const assumptions = {
    plan: planOf(program),
    attributedPerMonth: 2 * friendsPerMonth,
    conversionRate: 0.5,
    monthlyCancellationRate,
    friendsPerReferrer: (12 * friendsPerMonth) / referrers,
  }
  return programForecast(program.terms, assumptions, startOf(program))
}

/** A year of two hundred people; with each seed others leave. Referrers have their bills in each month alike. */
function yearOf(program: ExampleProgram, seed: number): readonly SimulatedMonth[] {
  const plan = planOf(program)
  return averageOf(
    Array.from({ length: plan.everyMonths }, (_, firstMonth) =>
      simulateYear(program.terms, plan, startOf(program), { ...PEOPLE, firstMonth, random: randomOf(seed) }),
    ),
  )
}

function startOf({ from }: ExampleProgram): number {
  return Date.parse(`${from}T12:00Z`)
}

function planOf({ priceMinor, everyMonths }: ExampleProgram) {
  return { price: { minor: priceMinor, currency: 'USD' as Currency }, everyMonths }
}

function isNear(forecast: number, simulated: number): boolean {
  return Math.abs(forecast - simulated) <= TOLERANCE * simulated
}

function averageOf(years: readonly (readonly SimulatedMonth[])[]): readonly SimulatedMonth[] {
  const average = (month: number, name: keyof SimulatedMonth) =>
    years.reduce((sum, it) => sum + (it[month]?.[name] ?? Number.NaN), 0) / years.length
  return Array.from({ length: 12 }, (_, month) => ({
    converted: average(month, 'converted'),
    bills: average(month, 'bills'),
    friendDiscountMinor: average(month, 'friendDiscountMinor'),
    referrerDiscountMinor: average(month, 'referrerDiscountMinor'),
  }))
}

/** Park and Miller's generator: numbers in [0, 1), the same for each seed. */
function randomOf(seed: number): () => number {
  let state = seed * 7919
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
