{%- extends 'nbgrader/manage_submissions.tpl' -%}

{#- nbgrader writes the name into the script as it is. -#}
{%- block head -%}
<script>
var assignment_id = {{ assignment_id | tojson }};
</script>

<script src="{{ base_url }}/formgrader/static/js/manage_submissions.js"></script>
<script src="{{ base_url }}/formgrader/nbjudge/autograde.js"></script>
{%- endblock -%}

{%- block messages -%}
<div class="nbjudge-run">
  <button type="button" class="btn btn-primary" id="nbjudge-all">Autograde all</button>
  <button type="button" class="btn btn-default" id="nbjudge-cancel" hidden>Cancel</button>
  <label class="checkbox-inline">
    <input type="checkbox" id="nbjudge-force" /> include unchanged submissions
  </label>
  <a href="{{ base_url }}/formgrader/zip_collect/{{ assignment_id | urlencode }}">Collect a zip file</a>
  <progress id="nbjudge-bar" aria-label="Graded submissions" hidden></progress>
  <span id="nbjudge-progress" role="status"></span>
</div>
{%- endblock -%}
