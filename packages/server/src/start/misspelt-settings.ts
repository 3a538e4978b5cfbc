import { editsBetween } from '@goodword/domain/values/nearest-name'
import { type Environment, readConfig } from '../config.ts'

/** Shorter names are near those of other programs: `PORT` and `SPORT`, `HOST` and `HOSTS`. */
const MIN_LENGTH = 8

export type MisspeltSetting = { readonly setting: string; readonly meant: string }

/**
 * Variables of the environment that are one typing error away from a setting which is not set. They may belong to other
 * programs, because settings have no prefix of their own, so they are no reason to refuse a start.
 */
export function misspeltSettings(env: Environment): readonly MisspeltSetting[] {
  const known = settingNames()
  // OpenTelemetry has many variables of its own, whose names are alike.
  const missing = [...known].filter(
    (it) => it.length >= MIN_LENGTH && !isSet(env, it) && !it.startsWith('OTEL_'),
  )
  return Object.keys(env)
    .filter((name) => isSet(env, name) && !known.has(name))
    .flatMap((setting) => {
      const meant = missing.find((it) => editsBetween(setting.toUpperCase(), it) <= 1)
      return meant === undefined ? [] : [{ setting, meant }]
    })
}

/** The names that are read. */
function settingNames(): ReadonlySet<string> {
  const names = new Set<string>()
  readConfig(new Proxy<Environment>({}, { get: (_env, name) => void names.add(String(name)) }))
  return names
}

function isSet(env: Environment, name: string): boolean {
  return (env[name]?.trim() ?? '') !== ''
}
