import type { ManagePart } from '../loading/lazy-manage.ts';
import { ManageView } from './ManageView.tsx';
import { type ManageDependencies, ManageModel } from './model/manage-model.ts';
import styles from './styles.css?inline';

/** Root of the chunk for MANAGE, which contains its styles. */
export function createManagePart(dependencies: ManageDependencies): ManagePart {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  const manage = new ManageModel(dependencies);
  return {
    View: (props) => <ManageView {...props} manage={manage} />,
    backOnline: manage.backOnline,
  };
}
