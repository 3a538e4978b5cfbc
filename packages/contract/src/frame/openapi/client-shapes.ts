import { type TProperties, Type } from 'typebox'
import { LocaleMailTexts } from '../../mails/mail-texts.ts'
import { WidgetTheme } from '../../pages/widget-theme.ts'
import { rewardRecord } from '../../rewards/reward.ts'
import { Identification } from '../../users/identification.ts'
import { deliveryFields } from '../../webhooks/webhook-delivery.ts'

const { referral_code: _, ...pageUser } = Identification.properties

/** Fields that types of the API have in common without being a type of it, by the name that they have in the TypeScript client. */
export const sharedFields: Readonly<Record<string, TProperties>> = {
  DeliveryRecord: deliveryFields,
  MailKindTexts: Type.Required(LocaleMailTexts).properties.FRIEND_JOINED.properties,
  PageUser: pageUser,
  RewardRecord: rewardRecord,
  WidgetTheme: WidgetTheme.properties,
}

/** A field of a type as its text, with its comment. */
export type Field = { readonly name: string; readonly text: string }

/** Fields that have a name together. */
export type Shape = { readonly name: string; readonly fields: readonly Field[] }

/** The fewest fields that are replaced by a name: a name for fewer says less than they do. */
const MIN_FIELDS = 3

/** Finds the shapes in a list of fields: those whose fields it has, all of them and with the same types and comments. */
export function shapeFinder(shapes: readonly Shape[]) {
  const known = shapes
    .filter(({ fields }) => fields.length >= MIN_FIELDS)
    .map(({ name, fields }) => ({ name, texts: new Set(fields.map((it) => it.text)) }))
    .toSorted((one, other) => other.texts.size - one.texts.size)

  return <OneField extends Field>(fields: readonly OneField[], owner: string | null) => {
    const names: string[] = []
    let rest = fields
    const own = known.findIndex((it) => it.name === owner)
    for (const [place, { name, texts }] of known.entries()) {
      // Of two types with the same fields the later one is the earlier one.
      if (place === own || (place > own && texts.size === known[own]?.texts.size)) continue
      const others = rest.filter((it) => !texts.has(it.text))
      if (rest.length - others.length < texts.size) continue
      names.push(name)
      rest = others
    }
    return { names, rest }
  }
}

/** The fields that at least `fewest` lists have; of two fields with one name the more frequent one. */
export function commonFields(lists: readonly (readonly Field[])[], fewest: number): readonly Field[] {
  const byText = Map.groupBy(lists.flat(), (it) => it.text)
  const byCount = [...byText.values()]
    .filter((it) => it.length >= fewest)
    .toSorted((one, other) => one.length - other.length)
  const found = new Map(byCount.flatMap((same) => same.slice(0, 1)).map((it) => [it.name, it]))
  return [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
