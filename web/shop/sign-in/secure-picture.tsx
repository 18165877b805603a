import { Picture } from '#web/ui/picture.tsx';

const picture = { id: 'secure-mobile', version: '1', width: 800, height: 600, ground: 'transparent' };

export function SecurePicture() {
  return (
    <span className="block w-[min(16rem,72vw)] overflow-hidden rounded-card">
      <Picture picture={picture} alt="" sizes="256px" first />
    </span>
  );
}
