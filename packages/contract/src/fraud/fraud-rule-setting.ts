import { fraudRuleNames, fraudRules, thresholdsOfRule } from '@goodword/domain/fraud/fraud'
import { fraudRuleModes } from '@goodword/domain/fraud/fraud-rule-mode'
import { Type } from 'typebox'
import { Refusal } from '../frame/refusal.ts'
import type { ShapeOf } from '../frame/shape.ts'

export const FraudRuleSetting = Type.Object(
  {
    rule: Type.Enum([...fraudRuleNames], { description: 'Name of the rule.' }),
    mode: Type.Enum([...fraudRuleModes], {
      description: '`shadow` records what the rule would have done, without effect.',
    }),
    thresholds: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z]{1,64}$' }),
        Type.Integer({ minimum: 0, maximum: 1_000_000 }),
        {
          maxProperties: 16,
          additionalProperties: false,
          description:
            'Thresholds of the rule by name. An absent one has its default. `GET fraud-rules` has the names with their bounds.',
          examples: [{ friendsInHour: 10 }],
        },
      ),
    ),
  },
  { title: 'FraudRuleSetting', description: 'The mode and the thresholds of a fraud rule.' },
)
export type FraudRuleSetting = ShapeOf<typeof FraudRuleSetting>

export const startingFraudRules = fraudRuleNames.map((rule) => ({ rule, mode: fraudRules[rule].startsAs }))

/**
 * @param field the name of the list in the request
 * @throws Refusal VALIDATION_FAILED for a threshold that the rule does not have, or that is out of its bounds
 */
export function refuseUnknownThresholds(settings: readonly FraudRuleSetting[], field = 'fraudRules'): void {
  for (const [index, { rule, thresholds = {} }] of settings.entries()) {
    const known = thresholdsOfRule(rule)
    for (const [name, value] of Object.entries(thresholds)) {
      const param = `${field}.${index}.thresholds.${name}`
      const bounds = Object.hasOwn(known, name) ? known[name] : undefined
      if (bounds === undefined) {
        const names = Object.keys(known)
        const has = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`
        throw new Refusal('VALIDATION_FAILED', `The rule ${rule} has no threshold "${name}". ${has}`, param)
      }
      if (value < bounds.min || value > bounds.max) {
        const message = `The threshold "${name}" of the rule ${rule} must be from ${bounds.min} to ${bounds.max}.`
        throw new Refusal('VALIDATION_FAILED', message, param)
      }
    }
  }
}
