import { mails as ar } from '../ar/mails.ts'
import { mails as de } from '../de/mails.ts'
import { mails as en } from '../en/mails.ts'
import { mails as es } from '../es/mails.ts'
import { mails as fr } from '../fr/mails.ts'
import { mails as it } from '../it/mails.ts'
import { mails as ja } from '../ja/mails.ts'
import { mails as nl } from '../nl/mails.ts'
import { mails as pl } from '../pl/mails.ts'
import { mails as pt } from '../pt/mails.ts'
import type { Area } from '../translation.ts'

export const mails: Area<typeof en> = { en, de, fr, es, it, nl, pt, pl, ja, ar }
