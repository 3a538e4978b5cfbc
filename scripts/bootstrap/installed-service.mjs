import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from './problem.mjs'

/** The folders of units, in the order in which systemd looks for one. */
const unitFolders = ['/etc/systemd/system', '/usr/local/lib/systemd/system', '/usr/lib/systemd/system']

/**
 * The service's user and settings in its systemd unit; the settings are read on request. Null without a unit of the usual
 * name.
 */
export function installedService(unit) {
  const file = unitFile(unit)
  if (file === null) {
    if (unit === 'goodword') return null
    throw new Problem(
      `There is no unit "${unit}" of systemd. Name one of ${unitFolders.join(', ')}, or its file.`,
    )
  }
  const lines = [file, ...dropIns(file)].flatMap(serviceLines)
  return {
    user: valuesOf(lines, 'User').at(-1) ?? null,
    settings: () => ({
      ...Object.fromEntries(valuesOf(lines, 'Environment').flatMap(assignments)),
      ...Object.assign({}, ...valuesOf(lines, 'EnvironmentFile').map(readUnitSettings)),
    }),
  }
}

function unitFile(unit) {
  if (unit.includes('/')) return existsSync(unit) ? unit : null
  const name = unit.endsWith('.service') ? unit : `${unit}.service`
  return unitFolders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}

/** The drop-in files of `systemctl edit`. */
function dropIns(file) {
  const folder = `${file}.d`
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.conf'))
  return names.sort().map((name) => join(folder, name))
}

/** The assignments of the section [Service], as pairs. */
function serviceLines(file) {
  const lines = readText(file).replaceAll(/\\\n/g, ' ').split('\n')
  let section = ''
  return lines.flatMap((line) => {
    const [, title] = /^\[(.+)\]\s*$/.exec(line) ?? []
    section = title ?? section
    const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    return section === 'Service' && name !== undefined ? [[name, value]] : []
  })
}

/** An empty value takes those before it back. */
function valuesOf(lines, wanted) {
  const values = lines.filter(([name]) => name === wanted).map(([, value]) => value)
  return values.slice(values.lastIndexOf('') + 1)
}

/** `A=1 "B=two words"` */
function assignments(text) {
  return (text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [])
    .map((it) => it.replaceAll(/["']/g, ''))
    .map((it) => [it.slice(0, it.indexOf('=')), it.slice(it.indexOf('=') + 1)])
}

/** A dash before the name lets the file be missing. */
function readUnitSettings(value) {
  const file = value.replace(/^-/, '')
  return value.startsWith('-') && !existsSync(file) ? {} : readSettings(file)
}

/** Reads lines `NAME=value`, as systemd does. */
export function readSettings(file) {
  const lines = readText(file).split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value.replace(/^(["'])(.*)\1$/, '$2')]]
    }),
  )
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const advice = error.code === 'EACCES' ? ' Run the command as root: sudo goodword-server …' : ''
    throw new Problem(`The settings in ${file} cannot be read (${error.code}).${advice}`)
  }
}
