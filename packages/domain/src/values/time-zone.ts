const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/

/** Whether a text names a time zone of the IANA database that this process knows; offsets such as `+05:45` are none. */
export function isTimeZone(text: string): boolean {
  if (!TIME_ZONE.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

const DAY = /^(19[7-9]\d|[2-8]\d{3})-(\d{2})-(\d{2})$/
const TIME = /^(0|[1-9]\d{0,14})$/
/** The last time of which statistics name the day: before the year 9000 in any time zone. */
export const LAST_REPORTING_TIME = Date.UTC(8999, 11, 30)

/** Whether a text is a calendar day from 1970 to 8999, or a time in these years in milliseconds since the epoch. */
export function isReportingDay(text: string): boolean {
  if (TIME.test(text)) return Number(text) <= LAST_REPORTING_TIME
  const date = new Date(`${text}T00:00:00Z`)
  return DAY.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
