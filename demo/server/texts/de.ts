import type { Texts } from './backend-texts.ts';

export const de: Texts = {
  'product.cup': 'Steinzeugtasse',
  'product.cup.detail': 'Gesprenkelte Glasur, 220 ml',
  'product.dripper': 'Handfilter',
  'product.dripper.detail': 'Kragen aus Buche, Größe 02',
  'product.coffee': 'Hausmischung',
  'product.coffee.detail': 'Ganze Bohne, 250 g',
  'product.tasting': 'Probierset',
  'product.tasting.detail': 'Drei Röstungen, 3 × 40 g',

  'error.bad_request':
    'Der Shop konnte das nicht lesen. Laden Sie die Seite neu und versuchen Sie es erneut.',
  'error.service_unreachable':
    'Der Zahlungsdienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  'error.internal_error': 'Im Shop ist etwas schiefgegangen. Bitte versuchen Sie es gleich noch einmal.',
  'error.in_progress':
    'Die letzte Zahlung dieser Bestellung ist noch offen: Bestätigen Sie sie oben, oder sehen Sie in einer Minute wieder nach.',
  'error.cart_empty': 'Ihr Warenkorb ist leer.',
  'error.no_such_payment': 'Diese Zahlung gibt es nicht.',
  'error.no_such_order': 'Diese Bestellung gibt es nicht.',
  'error.wrong_state':
    'Das geht mit dieser Bestellung nicht mehr. Laden Sie die Seite neu, um ihren Stand zu sehen.',

  'refusal.insufficient_funds':
    'Abgelehnt: Die Karte ist nicht ausreichend gedeckt. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.expired_card':
    'Abgelehnt: Diese Karte ist abgelaufen. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.incorrect_cvc':
    'Abgelehnt: Die Prüfnummer stimmt nicht. Es wurde nichts abgebucht; prüfen Sie sie und zahlen Sie erneut.',
  'refusal.processing_error':
    'Abgelehnt: Die Bank konnte das gerade nicht bearbeiten. Es wurde nichts abgebucht; zahlen Sie gleich noch einmal.',
  'refusal.issuer_unavailable':
    'Abgelehnt: Ihre Bank war nicht erreichbar. Es wurde nichts abgebucht; zahlen Sie gleich noch einmal.',
  'refusal.velocity_exceeded':
    'Abgelehnt: Das Limit dieser Karte ist vorerst erreicht. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.amount_limit':
    'Abgelehnt: Der Betrag liegt über dem Limit dieser Karte. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.card_not_supported':
    'Abgelehnt: Diese Karte kann hier nicht verwendet werden. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.authentication_required':
    'Abgelehnt: Ihre Bank möchte, dass Sie diese Zahlung bestätigen. Es wurde nichts abgebucht; nehmen Sie eine andere Karte.',
  'refusal.declined':
    'Abgelehnt: Ihre Bank hat diese Karte abgelehnt. Es wurde nichts abgebucht; nehmen Sie eine andere Karte oder fragen Sie Ihre Bank.',
  'refusal.provider_refused':
    'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht; wählen Sie eine andere Zahlungsart.',
  'refusal.cancelled_by_cardholder': 'Sie haben diese Zahlung abgebrochen. Es wurde nichts abgebucht.',
  'refusal.timeout':
    'Die Zeit zum Bestätigen dieser Zahlung ist abgelaufen. Es wurde nichts abgebucht; zahlen Sie erneut, sobald Sie so weit sind.',
  'refusal.not_received':
    'Diese Zahlung kam beim Zahlungsdienst nie an. Es wurde nichts abgebucht; bitte zahlen Sie noch einmal.',
  'refusal.not_confirmed':
    'Ihre Bank hat diese Zahlung nicht bestätigt. Es wurde nichts abgebucht; zahlen Sie erneut oder nehmen Sie eine andere Karte.',
  'refusal.given_back':
    'Ihre Zahlung wurde zurückgegeben, die Bestellung ist also nicht bezahlt. Bitte zahlen Sie erneut.',
  'refusal.not_matching':
    'Es gibt eine Zahlung, die nicht zu dieser Bestellung passt. Wir prüfen das; die Bestellung ist nicht bezahlt.',
  'refusal.service_unreachable':
    'Der Zahlungsdienst ist gerade nicht erreichbar. Es wurde nichts abgebucht; bitte versuchen Sie es erneut.',
  'refusal.failed':
    'Die Zahlung war nicht möglich. Es wurde nichts abgebucht; bitte versuchen Sie es gleich noch einmal.',
};
