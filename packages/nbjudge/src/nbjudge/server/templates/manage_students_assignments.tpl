{%- extends 'nbgrader/manage_students_assignments.tpl' -%}

{#- nbgrader writes these names into the script as they are. -#}
{%- block head -%}
<script>
var student_id = {{ student_id | tojson }};
</script>

<script src="{{ base_url }}/formgrader/static/js/manage_students_assignments.js"></script>
{%- endblock head -%}
