import { RewardSpec } from '@goodword/contract/rewards/reward'

/**
 * What is wrong with the fields of a reward, for its own type. The schema alone would answer with what is wrong for each of the
 * types, which tells a model least.
 */
export function faultOfReward(input: unknown): string | null {
  const reward: unknown = Object(input).reward
  if (typeof reward !== 'object' || reward === null) return null
  const { type } = reward as { readonly type?: unknown }
  const kind = kinds.find((it) => it.types.includes(String(type)))
  if (kind === undefined) return `reward.type must be one of ${kinds.flatMap((it) => it.types).join(', ')}.`
  const missing = kind.required.filter((it) => !Object.hasOwn(reward, it))
  const unknown = Object.keys(reward).filter((it) => !kind.fields.includes(it))
  if (missing.length === 0 && unknown.length === 0) return null
  return [
    ...missing.map((it) => `reward.${it} is missing.`),
    // What a model made up is of any length.
    ...(unknown.length === 0 ? [] : [`reward has unknown fields: ${unknown.join(', ').slice(0, 200)}.`]),
    `A reward of the type ${String(type)} has the fields ${kind.fields.join(', ')}, and needs ${kind.required.join(', ')}.`,
  ].join(' ')
}

const kinds = RewardSpec.anyOf.map(({ properties, required }) => {
  const { const: one, enum: several } = properties.type as {
    readonly const?: string
    readonly enum?: readonly string[]
  }
  return {
    types: several ?? [String(one)],
    fields: Object.keys(properties),
    required: required as readonly string[],
  }
})
