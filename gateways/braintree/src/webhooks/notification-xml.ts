import type { NotificationKind } from '../model/webhook.ts'
import { element, type Fields, time, writeXml } from '../protocol/xml.ts'

/** The XML inside a notification's payload. */
export function writeNotification(kind: NotificationKind, timestamp: number, subject: Fields): Buffer {
  return Buffer.from(writeXml(element('notification', { kind, timestamp: time(timestamp), subject })))
}
