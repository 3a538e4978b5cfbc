import { eventTypes } from '@goodword/client'
import type { INodePropertyOptions } from 'n8n-workflow'

/** The values of a closed set as options, in the order of their names: `IN_PROGRESS` is `In Progress` unless it has another name. */
export function optionsOf(
  values: readonly string[],
  names: Readonly<Record<string, string>> = {},
): INodePropertyOptions[] {
  return values
    .map((value) => ({ name: names[value] ?? titleOf(value), value }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function titleOf(value: string): string {
  const words = value.toLowerCase().split(/[._]/)
  return words.map((it) => it.charAt(0).toUpperCase() + it.slice(1)).join(' ')
}

/** The events of webhooks; a test event is sent on request alone. */
export const eventOptions = optionsOf(eventTypes.filter((it) => it !== 'test'))
