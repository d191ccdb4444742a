/** Sentences of the shell, Chinese. Plural forms end in `_other`; places are written `{name}`. */
export const zh = {
  app: { name: '接样台', title: '接样台 Accession' },
  act: {
    ok: '确定', cancel: '取消', close: '关闭', retry: '重试', reload: '重新加载', back: '返回', goHome: '返回首页', copy: '复制', save: '保存',
  },
  shell: {
    skip: '跳到内容', menu: '菜单', mainMenu: '主菜单', emptyMenu: '没有发现菜单', collapse: '收起菜单', expand: '展开菜单', openMenu: '打开菜单',
    menuSearch: '菜单搜索', menuSearchHint: '输入菜单名称', noMatch: '没有匹配的菜单', topBar: '顶栏', language: 'English', switchLanguage: '切换为英文',
    lightTheme: '浅色', darkTheme: '深色', fullscreen: '全屏', exitFullscreen: '退出全屏', keys: '快捷键', user: '用户菜单', busy: '加载中',
    home: '首页', switchIdentity: '切换部门和角色', changePassword: '修改密码', logout: '退出登录',
    plainHttp: '当前为不安全连接(http): 只能联网使用,离线录入不可用。请联系管理员启用 https。',
    updateOffered: '有新版本可用。当前录入不会丢失。', updateNow: '立即更新', updateLater: '稍后',
    masterAge: '基础数据更新于 {age}', masterOld: '基础数据较旧: 更新于 {age}', masterNone: '本机还没有基础数据,联网后自动下载',
    profileOld: '菜单和权限来自本机缓存,联网后更新', storageFull: '本机存储空间不足',
  },
  tabs: { list: '已打开的页面', closeTab: '关闭 {label}', more: '标签操作', closeThis: '关闭当前', closeOthers: '关闭其它', closeAll: '关闭所有', clearCache: '清除缓存', clearCacheAsk: '是否需要清除缓存?', cleared: '清除完毕' },
  logout: {
    title: '提示', ask: '退出系统, 是否继续?', waiting_other: '本机还有 {count} 条操作未上传。它们会保留在本机,由您本人再次登录后上传,其他人看不到。',
    refused_other: '另有 {count} 条被退回或冲突,等待您处理。', offline: '当前没有网络: 退出后须联网才能重新登录。', signingOut: '正在退出…',
  },
  identity: {
    title: '切换部门和角色', dept: '部门', role: '角色', chooseDept: '请选择部门', chooseRole: '请选择角色', switch: '切换', none: '没有可切换的部门或角色',
    switched: '已切换', loadFailed: '无法取得您的部门和角色',
  },
  keys: {
    title: '快捷键', everywhere: '任何位置', lists: '列表', forms: '表单', help: '显示本页', search: '菜单搜索', sidebar: '收起或展开菜单', nextTab: '下一个标签', previousTab: '上一个标签',
    closeTab: '关闭当前标签', tray: '打开待处理', enterSearch: '查询', move: '上下移动', select: '选择行', open: '打开行', nextField: '下一项', saveForm: '保存', leaveForm: '关闭(有改动时询问)',
  },
  login: {
    title: '账号密码登录', account: '账号', password: '密码', captcha: '验证码', accountHint: '请输入账号', passwordHint: '请输入密码', captchaHint: '请输入验证码', submit: '登录',
    busy: '登录中,请稍后。。。', renewCaptcha: '看不清? 点击更换', captchaFailed: '验证码加载失败,点击重试', slogan: '基因与临床检测实验室业务后台', showPassword: '显示密码', hidePassword: '隐藏密码', capsLock: '大写锁定已打开',
    offlineTitle: '没有网络,无法登录', offlineText: '登录需要服务器确认身份。已保存在本机的操作不会丢失,联网并由本人登录后自动上传。',
    unreachableTitle: '服务器暂时无法连接', waiting_other: '本机保存着 {count} 条未上传的操作。', demoTitle: '演示账号', demoHint: '点击即可填入', demoPassword: '密码均为 {password}',
    desk1: '断网照常录入,恢复后自动上传', desk2: '双人盲录,自动比对,第三人仲裁', desk3: '扫码交接,谁、何时、从哪台机器,全程可查',
  },
  password: {
    title: '修改密码', rule: '密码须为 8 至 64 位,包含字母和数字', weak: '新密码须为 8 至 64 位,包含字母和数字', old: '原密码', next: '新密码', again: '确认密码', oldHint: '请输入原密码', nextHint: '请输入新密码', againHint: '请再次输入新密码',
    differs: '两次输入的密码不一致', same: '新密码不能与原密码相同', submit: '修改密码', done: '密码已修改,请重新登录',
  },
  lock: { act: '锁屏', set: '设置锁屏密码', password: '锁屏密码', empty: '锁屏密码不能为空', title: '已锁屏', hint: '请输入锁屏密码', unlock: '解锁', wrong: '解锁密码错误,请重新输入', logout: '退出登录' },
  errors: {
    forbidden: '没有权限', forbiddenText: '您的账号没有打开此页面的权限。需要时请联系管理员。', notFound: '页面不存在', notFoundText: '没有找到 {path}。', fault: '页面出错了', faultText: '此页面发生了意外错误,其它页面可以继续使用。已保存的操作不受影响。',
    requestId: '编号 {id}', needsNetwork: '此页面需要网络', needsNetworkText: '网络恢复后自动打开。录入、交接和接收等页面可以继续离线使用。', loadFailed: '页面加载失败', loadFailedText: '120 秒内没有加载完成,或新版本已替换了它。', meanwhile: '现在可以使用',
  },
  desk: { summaryEnter: '前处理录入', handover: '样本交接', labReceive: '实验室接收', tray: '待处理' },
  home: {
    greeting: '{name},您好', todo: '今日待办', links: '常用', entry1: '待一录', entry2: '待二录', handover: '待交接', labReceive: '待接收', mine: '待我更正', refused: '本机待处理', waiting: '本机未上传', arbitration: '待仲裁',
    allDone: '暂时没有待办', unknown: '离线,数量未知', cached: '本机缓存 {age}', failed: '数量读取失败', updated: '更新于 {time}', noLinks: '您的账号还没有可用的页面,请联系管理员授权', none: '无', refresh: '刷新',
  },
  time: { justNow: '刚刚', seconds: '{count} 秒', minutes_other: '{count} 分钟前', hours_other: '{count} 小时前', days_other: '{count} 天前' },
  outbox: {
    online: '在线', offline: '离线', unsteady: '连接不稳', waiting_other: '{count} 条待上传', refused_other: '{count} 条待处理', held_other: '{count} 条属于其他用户', oldest: '最早 {age}', lastContact: '上次联系 {age}', never: '尚未联系', open: '打开待处理',
  },
} as const;
